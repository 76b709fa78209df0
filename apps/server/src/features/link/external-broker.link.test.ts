import { rmSync } from 'node:fs'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { startMosquitto, type TestMosquitto } from '../../testing/start-mosquitto.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { testSettings } from '../../testing/test-settings.ts'
import { fillMosquittoFile } from '../operator/fill-broker.ts'
import { maintainPartitions } from '../telemetry/partitions.ts'
import { sendCommand } from './commands.ts'
import type { Link } from './link.ts'
import { findBrokerAccounts } from './link-queries.ts'
import {
  connectController,
  createTestController,
  createTestLocation,
  findRefusals,
  findStored,
  noFinisher,
  publish,
  type TestController,
  topicOf,
  until,
} from './link-test-kit.ts'
import { hashMqttPassword } from './mqtt-password.ts'
import { startLink } from './start-link.ts'

let db: Db
let closeDb: () => Promise<void>
let mosquitto: TestMosquitto
let link: Link
const clock = { now: () => Date.now() }

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  closeDb = opened.close
  await maintainPartitions(db, { now: Date.now(), retentionDays: 400 })
  mosquitto = await startMosquitto()
  link = await startTestLink()
})
afterAll(async () => {
  await link.close()
  await mosquitto.stop()
  await closeDb()
})

const logged: { msg: string; [field: string]: unknown }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) })

function startTestLink(): Promise<Link> {
  const { url, username: mqttUsername, password: mqttPassword } = mosquitto
  const settings = testSettings({ mqttUrls: [url], mqttUsername, mqttPassword })
  return startLink({
    db,
    clock,
    log,
    settings,
    metrics: new Registry(),
    finisher: noFinisher,
  })
}

const issued = ({ password }: TestController) => ({ plain: password, hashes: hashMqttPassword(password) })

async function addController(): Promise<TestController> {
  const controller = await createTestController(db, await createTestLocation(db))
  await until(() =>
    link.setBrokerPassword(controller.serial, issued(controller)).then(
      () => true,
      () => false,
    ),
  )
  await link.announceCredentials(controller.serial)
  return controller
}

/** Sends until the cloud confirms that it is stored. */
async function connectWithAcks(controller: TestController) {
  const client = await connectController(mosquitto.port, controller)
  const acks: { seq: number }[] = []
  client.on('message', (_, payload) => acks.push(JSON.parse(payload.toString())))
  await client.subscribeAsync(topicOf(controller, 'ack'), { qos: 1 })
  return { client, acks }
}

describe('with Mosquitto', () => {
  it('a new controller can connect at once, and its messages are stored and then acknowledged', async () => {
    const controller = await addController()
    const { client, acks } = await connectWithAcks(controller)
    const ts = clock.now()
    await until(async () => {
      await publish(client, controller, 'data', {
        v: 1,
        seq: 3,
        samples: [{ ts, values: { 'grid/power': 5 } }],
      })
      return acks.length > 0
    })
    expect(acks[0]).toEqual({ v: 1, seq: 3 })
    expect(await findStored(db, controller)).toEqual([{ ts, values: { 'grid/power': 5 } }])
    await client.endAsync()
  })

  it('a controller neither writes to nor reads another branch', async () => {
    const [first, second] = [await addController(), await addController()]
    const spy = await connectController(mosquitto.port, second)
    const heard: string[] = []
    spy.on('message', (topic) => heard.push(topic))
    await spy.subscribeAsync([topicOf(first, 'data'), 'ems/v1/#', '#']).catch(() => {})
    const client = await connectController(mosquitto.port, first)
    await publish(client, first, 'data', { samples: [{ values: { 'grid/power': 1 } }] })
    await publish(spy, first, 'data', { samples: [{ values: { 'grid/power': 666 } }] })
    await until(async () => (await findStored(db, first)).length > 0)
    // Mosquitto ends the session of a client that writes elsewhere; the controller itself continues.
    const again = await connectController(mosquitto.port, second)
    await publish(again, second, 'data', { samples: [{ values: { 'grid/power': 2 } }] })
    await until(async () => (await findStored(db, second)).length > 0)
    expect((await findStored(db, first)).map((row) => row.values)).toEqual([{ 'grid/power': 1 }])
    expect(heard.filter((topic) => !topic.includes(second.serial))).toEqual([])
    await Promise.all([client.endAsync(), spy.endAsync(true), again.endAsync()])
  })

  it('a controller cannot end the session of another one by its client id, and has one session', async () => {
    const [victim, attacker] = [await addController(), await addController()]
    const { client, acks } = await connectWithAcks(victim)
    let isClosed = false
    client.once('close', () => {
      isClosed = true
    })
    for (const clientId of [victim.serial, `${attacker.serial}-2`, ''])
      await expect(connectController(mosquitto.port, attacker, { clientId })).rejects.toThrow(/authori[sz]ed/)
    await until(async () => {
      await publish(client, victim, 'data', { v: 1, seq: 1, samples: [{ values: { 'grid/power': 3 } }] })
      return acks.length > 0
    })
    expect(isClosed).toBe(false)
    await client.endAsync()
  })

  it('a revoked controller is disconnected and stays out', async () => {
    const controller = await addController()
    const client = await connectController(mosquitto.port, controller)
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    await link.removeBrokerPassword(controller.serial)
    await closed
    await expect(connectController(mosquitto.port, controller)).rejects.toThrow()
  })

  it('receives status, will and retained messages, and sends commands', async () => {
    const controller = await addController()
    const will = {
      topic: topicOf(controller, 'status'),
      payload: Buffer.from('{"v":1,"online":false}'),
      qos: 1 as const,
      retain: true,
    }
    const client = await connectController(mosquitto.port, controller, { will })
    await client.publishAsync(topicOf(controller, 'status'), '{"v":1,"online":true}', {
      qos: 1,
      retain: true,
    })
    const isOnline = async () =>
      (await db.row<{ online: boolean }>(sql`select online from controller where id = ${controller.id}`))!
        .online
    await until(isOnline)
    const commands: { id: string }[] = []
    client.on('message', (_, payload) => commands.push(JSON.parse(payload.toString())))
    await client.subscribeAsync(topicOf(controller, 'cmd'), { qos: 1 })
    const { id } = await sendCommand(
      { db, clock },
      { controllerId: controller.id, op: 'refresh', args: {}, ttlSeconds: 30, audit: null },
    )
    await until(() => commands.length > 0)
    expect(commands[0]).toMatchObject({ id })
    client.stream.destroy()
    await until(async () => !(await isOnline()))
  })

  it('messages sent while no server ran are stored by the next one', async () => {
    const controller = await addController()
    const { client, acks } = await connectWithAcks(controller)
    await until(async () => {
      await publish(client, controller, 'data', { seq: 0, samples: [] })
      return acks.length > 0
    })
    await link.close()
    const start = clock.now() - 3_600_000
    for (let index = 0; index < 1500; index++) {
      await publish(client, controller, 'data', {
        seq: index + 1,
        samples: [{ ts: start + index, values: { 'grid/power': index } }],
      })
    }
    link = await startTestLink()
    await until(() => acks.at(-1)?.seq === 1500, 120_000)
    expect((await findStored(db, controller)).map((row) => row.values['grid/power'])).toEqual(
      Array.from({ length: 1500 }, (_, index) => index),
    )
    await client.endAsync()
  })

  it('of a batch the one message that the database refuses is dropped, the others are stored, and none comes again', async () => {
    const [poisoned, ...others] = [await addController(), await addController(), await addController()]
    const opened = await Promise.all([poisoned, ...others].map(connectWithAcks))
    const send = (index: number, seq: number, power: number, ts: number) =>
      publish(opened[index]!.client, [poisoned, ...others][index]!, 'data', {
        seq,
        samples: [{ ts, values: { 'grid/power': power } }],
      })
    await until(async () => {
      for (const index of opened.keys()) await send(index, 0, 0, clock.now())
      return opened.every(({ acks }) => acks.length > 0)
    })
    await link.close()
    await db.script(
      `alter table sample add constraint poison check ((values ->> 'grid/power') is distinct from '666') not valid`,
    )
    const start = clock.now() - 3_600_000
    for (let seq = 1; seq <= 60; seq++) {
      for (const index of opened.keys())
        await send(index, seq, index === 0 && seq === 30 ? 666 : seq, start + seq * 1000)
    }
    link = await startTestLink()
    await until(() => opened.every(({ acks }) => acks.at(-1)?.seq === 60))
    const powers = async (controller: TestController) =>
      (await findStored(db, controller)).map((row) => row.values['grid/power']).filter((power) => power !== 0)
    const all = Array.from({ length: 60 }, (_, index) => index + 1)
    for (const controller of others) expect(await powers(controller)).toEqual(all)
    expect(await powers(poisoned)).toEqual(all.filter((seq) => seq !== 30))
    await link.close()
    await db.script('alter table sample drop constraint poison')
    // Had it not been acknowledged, it would come again now.
    link = await startTestLink()
    await until(async () => {
      await send(0, 61, 61, start + 61_000)
      return opened[0]!.acks.at(-1)?.seq === 61
    })
    await link.flush()
    expect(await powers(poisoned)).toEqual([...all.filter((seq) => seq !== 30), 61])
    expect(await findRefusals(db, poisoned)).toEqual({ failed: 1 })
    for (const controller of others) expect(await findRefusals(db, controller)).toEqual({})
    await Promise.all(opened.map(({ client }) => client.endAsync()))
  })

  it('after a broker refused the cloud for a while, it is accepted again without a restart', async () => {
    const before = mosquitto.countRefused()
    await mosquitto.restartWithPassword('not the password of the settings')
    // All 32 slot sessions and the sending one have tried by then, some of them more than once.
    await until(() => mosquitto.countRefused() > before + 100)
    await mosquitto.restartWithPassword(mosquitto.password)
    const client = await connectController(mosquitto.port, await addController())
    await client.endAsync()
  })

  it('a broker without its plugin is named at the start, not only at the first enrolment', async () => {
    logged.length = 0
    await mosquitto.restartWithPassword(mosquitto.password, { withPlugin: false })
    await until(() =>
      logged.some(({ msg }) => msg === 'controllers cannot be added or revoked at the broker'),
    )
    expect(logged.find(({ msg }) => msg.startsWith('controllers cannot'))!.reason).toMatch(/dynamic-security/)
    logged.length = 0
    await mosquitto.restartWithPassword(mosquitto.password)
    await until(() =>
      logged.some(
        ({ msg }) =>
          msg ===
          'the broker does not know all controllers: npm run admin -- fill-broker, or renew their credentials',
      ),
    )
  })

  it('a broker that lost its accounts is filled from the database, and controllers return with their old passwords', async () => {
    const [kept, gone] = [await addController(), await addController()]
    await link.removeBrokerPassword(gone.serial)
    await db.run(sql`update controller set revoked_at = now() where id = ${gone.id}`)
    await mosquitto.restartWithPassword(mosquitto.password)
    await expect(connectController(mosquitto.port, kept)).rejects.toThrow()
    const fill = () =>
      fillMosquittoFile(mosquitto.usersFile, {
        findAccounts: () => findBrokerAccounts(db),
        username: mosquitto.username,
        password: mosquitto.password,
      })
    await mosquitto.kill('SIGTERM')
    rmSync(mosquitto.usersFile)
    expect((await fill()).added).toBeGreaterThan(0)
    expect(await fill()).toMatchObject({ added: 0, replaced: 0, removed: 0 })
    await mosquitto.start()
    await (await connectController(mosquitto.port, kept)).endAsync()
    await expect(connectController(mosquitto.port, gone)).rejects.toThrow()
    // The file without anybody's help lets the cloud in, too.
    const added = await addController()
    await (await connectController(mosquitto.port, added)).endAsync()
  })
})
