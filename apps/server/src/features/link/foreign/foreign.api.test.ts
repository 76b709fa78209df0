import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { readSettings } from '../../../settings.ts'
import { openTestDb } from '../../../testing/test-db.ts'
import { maintainPartitions } from '../../telemetry/partitions.ts'
import { sendCommand } from '../commands.ts'
import type { Link } from '../link.ts'
import {
  connectController,
  createTestController,
  createTestLocation,
  findRefusals,
  findStored,
  noFinisher,
  publish,
  sweepOnTime,
  type TestController,
  until,
} from '../link-test-kit.ts'
import { startLink } from '../start-link.ts'

let db: Db
let closeDb: () => Promise<void>
let link: Link
let locationId: number

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  closeDb = opened.close
  await maintainPartitions(db, { now: Date.now(), retentionDays: 400 })
  locationId = await createTestLocation(db)
  link = await startLink({
    db,
    clock: Date,
    log: pino({ level: 'silent' }),
    settings: readSettings({ MQTT_PORT: '0' }),
    metrics: new Registry(),
    finisher: noFinisher,
  })
})
afterAll(async () => {
  await link.close()
  await closeDb()
})

const connect = (controller: TestController) => connectController(link.mqttPort!, controller)

const findDevices = (controller: TestController) =>
  db.rows<{ source_key: string; category: string; name: string; metrics: string[] }>(
    sql`select source_key, category, name, metrics from device where controller_id = ${controller.id} order by source_key`,
  )

const tell = ({ serial }: TestController, path: string, text: string, more: object = {}) =>
  link.handle({
    ...{ serial, topic: `ems/v1/${serial}/ext/${path}`, payload: Buffer.from(text), arrivedAt: Date.now() },
    ...{ isRetained: false, isWill: false, wantsAck: false, isAbandoned: () => false, ...more },
  })

async function findValues(controller: TestController): Promise<Record<string, unknown>> {
  const samples = await findStored(db, controller)
  return Object.assign({}, ...samples.map(({ values }) => values))
}

describe('a message below ext/<kind>/', () => {
  it('is acknowledged once its value is stored in canonical units, on a device of the right category', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    await publish(client, controller, 'ext/evcc/site/grid/power', '-1250')
    await publish(client, controller, 'ext/evcc/site/pvEnergy', '12.5')
    const stored = await findValues(controller)
    expect(Object.values(stored).toSorted()).toEqual([-1250, 12_500])
    expect(await findDevices(controller)).toMatchObject([
      { source_key: 'grid', category: 'GRID', metrics: ['power'] },
      { source_key: 'pv', category: 'SOLAR_POWER_PLANT', metrics: ['energy_production'] },
    ])
    await client.endAsync()
  })

  it('adds its devices to those that are known, also after a restart', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    await publish(client, controller, 'inventory', {
      v: 1,
      devices: [{ id: 'meter', category: 'GRID', name: 'Meter', metrics: [], params: [] }],
    })
    await publish(client, controller, 'ext/evcc/loadpoints/1/chargePower', '7000')
    expect((await findDevices(controller)).map(({ source_key: key }) => key)).toEqual(['ev1', 'meter'])
    await client.endAsync()
  })

  it('of an unknown kind is refused, and counted with the reason', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    await publish(client, controller, 'ext/toaster/on', '1')
    await link.flush()
    expect(await findRefusals(db, controller)).toEqual({ unknown_topic: 1 })
    await client.endAsync()
  })

  it('that a bridge had queued is not stored at the time of its arrival', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    await publish(client, controller, 'ext/bridge/state', '1')
    await publish(client, controller, 'ext/evcc/site/pvPower', '99')
    expect(await findStored(db, controller)).toEqual([])
    await client.endAsync()
  })

  it('that a bridge had queued is stored where it says itself of when it is, and all are five seconds later', async () => {
    const [timed, later, kept] = await Promise.all([1, 2, 3].map(() => createTestController(db, locationId)))
    const now = Date.now()
    await tell(timed!, 'bridge/state', '1', { arrivedAt: now })
    const ts = (now - 60_000) / 1000
    const frame = { src: 'shelly1', method: 'NotifyStatus', params: { ts, 'em:0': { total_act_power: 5 } } }
    await tell(timed!, 'shelly/shelly1/events/rpc', JSON.stringify(frame), { arrivedAt: now })
    expect((await findStored(db, timed!)).map((sample) => sample.ts)).toEqual([now - 60_000])

    await tell(later!, 'bridge/state', '1', { arrivedAt: now - 5001 })
    await tell(later!, 'evcc/site/pvPower', '99', { arrivedAt: now })
    expect(await findStored(db, later!)).toHaveLength(1)

    // The broker kept it from before.
    await tell(kept!, 'bridge/state', '1', { arrivedAt: now, isRetained: true })
    await tell(kept!, 'evcc/site/pvPower', '99', { arrivedAt: now })
    expect(await findStored(db, kept!)).toHaveLength(1)
  })

  it('of a bridge says whether its house is connected, however quiet that is', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    const isOnline = async () =>
      (await db.row<{ online: boolean }>(sql`select online from controller where id = ${controller.id}`))!
        .online
    await publish(client, controller, 'ext/bridge/state', '1')
    await publish(client, controller, 'ext/evcc/site/pvPower', '1')
    await link.flush()
    await sweepOnTime(db, Date.now() + 10 * 60_000)
    expect(await isOnline()).toBe(true)
    await publish(client, controller, 'ext/bridge/state', 'perhaps')
    expect(await isOnline()).toBe(true)
    await publish(client, controller, 'ext/bridge/state', '0')
    expect(await isOnline()).toBe(false)
    await client.endAsync()
  })

  it('is kept nowhere for a controller that is revoked', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    await publish(client, controller, 'ext/evcc/site/pvPower', '1')
    await db.run(sql`update controller set revoked_at = now() where id = ${controller.id}`)
    await link.announceCredentials(controller.serial)
    const outcome = await tell(controller, 'evcc/site/pvPower', '2')
    expect(outcome.state).toBe('unlinked')
  })
})

describe('a command', () => {
  it('reaches the foreign device in its own words, and is done when the device says so', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    await client.subscribeAsync(`ems/v1/${controller.serial}/ext/evcc/loadpoints/+/mode/set`, { qos: 1 })
    await publish(client, controller, 'ext/evcc/status', 'online')
    await publish(client, controller, 'ext/evcc/loadpoints/1/mode', 'pv')
    const told = new Promise<string[]>((resolve) =>
      client.once('message', (topic, payload) => resolve([topic, payload.toString()])),
    )
    const { id } = await sendCommand(
      { db, clock: Date },
      {
        ...{ controllerId: controller.id, op: 'set', ttlSeconds: 30, audit: null },
        args: { device: 'ev1', param: 'mode', value: 'now' },
      },
    )
    expect(await told).toEqual([`ems/v1/${controller.serial}/ext/evcc/loadpoints/1/mode/set`, 'now'])
    await until(async () => (await findState(id)) === 'accepted')
    await publish(client, controller, 'ext/evcc/loadpoints/1/mode', 'now')
    expect(await findState(id)).toBe('done')
    await client.endAsync()
  })

  it('that no device of a foreign controller knows is rejected at once', async () => {
    const controller = await createTestController(db, locationId)
    await db.run(sql`update controller set protocol = 'evcc' where id = ${controller.id}`)
    const client = await connect(controller)
    await publish(client, controller, 'ext/evcc/status', 'online')
    const { id } = await sendCommand(
      { db, clock: Date },
      { controllerId: controller.id, op: 'reboot', args: {}, ttlSeconds: 30, audit: null },
    )
    await until(async () => (await findState(id)) === 'rejected')
    await client.endAsync()
  })

  it('to report more often is not rejected: such a device has its own pace', async () => {
    const controller = await createTestController(db, locationId)
    await db.run(sql`update controller set protocol = 'evcc' where id = ${controller.id}`)
    const client = await connect(controller)
    await publish(client, controller, 'ext/evcc/status', 'online')
    const send = (op: 'realtime' | 'reboot') =>
      sendCommand(
        { db, clock: Date },
        { controllerId: controller.id, op, args: {}, ttlSeconds: 30, audit: null },
      )
    const first = await send('realtime')
    const second = await send('reboot')
    await until(async () => (await findState(second.id)) === 'rejected')
    expect(await findState(first.id)).toBe('sent')
    await client.endAsync()
  })
})

async function findState(id: string) {
  const row = await db.row<{ state: string }>(sql`select state from command where id = ${id}::uuid`)
  return row?.state
}
