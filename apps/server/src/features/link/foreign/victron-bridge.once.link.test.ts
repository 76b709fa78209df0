import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { victron } from '@ohmstead/adapters/victron/victron'
import mqtt, { type MqttClient } from 'mqtt'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '../../../../../../tools/test-run/free-port.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { readSettings } from '../../../settings.ts'
import { openTestDb } from '../../../testing/test-db.ts'
import { maintainPartitions } from '../../telemetry/partitions.ts'
import { sendCommand } from '../commands.ts'
import type { Link } from '../link.ts'
import { createTestController, createTestLocation, findStored, noFinisher, until } from '../link-test-kit.ts'
import { startLink } from '../start-link.ts'

// Two brokers of Debian's mosquitto: one stands for that of a GX device, the other has the text that we give people.

const folder = mkdtempSync(join(tmpdir(), 'ohmstead-victron-'))
const brokers: ChildProcess[] = []
const clock = { shift: 0, now: () => Date.now() + clock.shift }
let db: Db
let closeDb: () => Promise<void>
let link: Link
let gxPort: number
let gx: MqttClient

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  closeDb = opened.close
  await maintainPartitions(db, { now: Date.now(), retentionDays: 400 })
  link = await startLink({
    ...{ db, clock, log: pino({ level: 'silent' }), settings: readSettings({ MQTT_PORT: '0' }) },
    ...{ metrics: new Registry(), finisher: noFinisher },
  })
  gxPort = await startBroker('gx', '')
  gx = await mqtt.connectAsync(`mqtt://127.0.0.1:${gxPort}`)
})
afterAll(async () => {
  await gx.endAsync(true)
  for (const broker of brokers) broker.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  await link.close()
  await closeDb()
})

async function startBroker(name: string, config: string): Promise<number> {
  const port = await findFreePort()
  const file = join(folder, `${name}.conf`)
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\n${config}`)
  // Started as root it switches to the user mosquitto.
  chmodSync(folder, 0o755)
  brokers.push(spawn('/usr/sbin/mosquitto', ['-c', file], { stdio: 'ignore' }))
  await until(() =>
    mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { connectTimeout: 500 }, false).then(
      async (client) => {
        await client.endAsync(true)
        return true
      },
      () => false,
    ),
  )
  return port
}

const tell = (path: string, value: unknown) =>
  promisify(execFile)('mosquitto_pub', [
    ...['-p', String(gxPort), '-t', `N/c0619ab1/${path}`, '-q', '1', '-m', JSON.stringify({ value })],
  ])

it('a GX device behind a mosquitto with our text is read, kept telling, and set', {
  timeout: 120_000,
}, async () => {
  const controller = await createTestController(db, await createTestLocation(db))
  const { snippet } = victron.describeSetup({
    ...{ mqttHost: '127.0.0.1', mqttPort: link.mqttPort!, isMqttTls: false, httpUrl: '' },
    ...{ serial: controller.serial, mqttPassword: controller.password, httpToken: controller.token },
  })
  const asked: string[] = []
  gx.on('message', (topic, payload) => void asked.push(`${topic} ${payload}`))
  await gx.subscribeAsync(['R/#', 'W/#'])
  await startBroker('house', snippet!.replace('venus.local:1883', `127.0.0.1:${gxPort}`))
  const isOnline = () =>
    db.row(sql`select 1 from controller where id = ${controller.id} and online`).then((row) => row !== null)
  await until(isOnline)
  // What comes at once after a bridge connects may be old.
  clock.shift = 10_000
  const power = 'system/0/Ac/Grid/L1/Power'
  await until(async () => {
    await tell(power, -480)
    return (await findStored(db, controller)).length > 0
  })
  await tell('settings/0/Settings/CGwacs/BatteryLife/MinimumSocLimit', 10)
  await tell('system/0/Dc/Battery/Power', 600)
  await tell('system/0/Dc/Battery/Soc', 57)
  const read = async () => {
    const samples = await findStored(db, controller)
    return Object.values(Object.assign({}, ...samples.map(({ values }) => values))) as unknown[]
  }
  await until(async () => (await read()).includes(57))
  expect(await read()).toEqual(expect.arrayContaining([-480, -600, 57]))
  expect(asked).toEqual(['R/c0619ab1/keepalive '])

  const { id } = await sendCommand(
    { db, clock },
    {
      ...{ controllerId: controller.id, op: 'set', ttlSeconds: 60, audit: null },
      args: { device: 'bat', param: 'MinimumSocLimit', value: 30 },
    },
  )
  const path = 'settings/0/Settings/CGwacs/BatteryLife/MinimumSocLimit'
  await until(() => asked.includes(`W/c0619ab1/${path} {"value":30}`))
  await tell(path, 30)
  await until(async () => {
    const row = await db.row<{ state: string }>(sql`select state from command where id = ${id}::uuid`)
    return row?.state === 'done'
  })
})
