import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { linkLimits } from '@ohmstead/contract/controller-messages'
import type { LiveNotice } from '@ohmstead/contract/live-events'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { DbError } from '../../platform/db/db-error.ts'
import { sql } from '../../platform/db/sql.ts'
import type { IncomingMessage, LinkTransport } from '../../platform/mqtt/link-transport.ts'
import { readSettings } from '../../settings.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { raiseAlarm } from '../alarms/alarm-queries.ts'
import { findLatest } from '../telemetry/latest-queries.ts'
import { maintainPartitions } from '../telemetry/partitions.ts'
import { sendCommand } from './commands.ts'
import { connectionAlarm } from './connection-alarm.ts'
import { createConnectivity } from './connectivity.ts'
import { createControllerCache } from './controller-cache.ts'
import type { Link } from './link.ts'
import {
  connectController,
  createTestController,
  createTestLocation,
  findRefusals,
  findStored,
  noFinisher,
  publish,
  sweepOnTime,
  topicOf,
  until,
} from './link-test-kit.ts'
import { startLink } from './start-link.ts'

const minute = 60_000
let db: Db
let closeDb: () => Promise<void>
let link: Link
let locationId: number
let offset = 0
const clock = { now: () => Date.now() + offset }

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  closeDb = opened.close
  await maintainPartitions(db, { now: clock.now(), retentionDays: 400 })
  locationId = await createTestLocation(db)
  const settings = readSettings({ MQTT_PORT: '0' })
  link = await startLink({
    db,
    clock,
    log: pino({ level: 'silent' }),
    settings,
    metrics: new Registry(),
    finisher: noFinisher,
  })
})
afterAll(async () => {
  await link.close()
  await closeDb()
})

const connect = (controller: { serial: string; password: string }) =>
  connectController(link.mqttPort!, controller)

const statusOf = (controller: { serial: string }, status: object): IncomingMessage => ({
  serial: controller.serial,
  topic: topicOf(controller, 'status'),
  payload: Buffer.from(JSON.stringify({ v: 1, online: true, ...status })),
  arrivedAt: clock.now(),
  isRetained: false,
  isWill: false,
  wantsAck: false,
  isAbandoned: () => false,
})

describe('new credentials', () => {
  it('have ended the old sessions before they are returned, however late the notice arrives', async () => {
    const notices: string[] = []
    const lateDb: Db = {
      ...db,
      listen: (channel, onPayload) =>
        db.listen(channel, (payload) => {
          setTimeout(() => {
            onPayload(payload)
            notices.push(payload)
          }, 200)
        }),
    }
    const lateLink = await startLink({
      db: lateDb,
      clock,
      log: pino({ level: 'silent' }),
      settings: readSettings({ MQTT_PORT: '0' }),
      metrics: new Registry(),
      finisher: noFinisher,
    })
    const controller = await createTestController(db, locationId)
    await lateLink.announceCredentials(controller.serial)
    expect(notices.map((notice) => JSON.parse(notice))).toEqual([
      { t: 'credentials', serial: controller.serial },
    ])
    await lateLink.close()
  })
})

it('a password from before brokers could be filled is kept in their forms when its controller next signs in', async () => {
  const controller = await createTestController(db, locationId)
  const read = () =>
    db.row<{ rabbitmq: Uint8Array | null; mosquitto: Uint8Array | null }>(
      sql`select mqtt_password_rabbitmq as rabbitmq, mqtt_password_mosquitto as mosquitto from controller
          where id = ${controller.id}`,
    )
  await db.run(
    sql`update controller set mqtt_password_rabbitmq = null, mqtt_password_mosquitto = null where id = ${controller.id}`,
  )
  await expect(connect({ ...controller, password: 'wrong' })).rejects.toThrow()
  expect(await read()).toEqual({ rabbitmq: null, mosquitto: null })
  await (await connect(controller)).endAsync()
  const { rabbitmq } = await until(async () => {
    const hashes = await read()
    return hashes?.rabbitmq && hashes
  })
  const [salt, hash] = [rabbitmq!.subarray(0, 4), rabbitmq!.subarray(4)]
  const expected = createHash('sha256').update(salt).update(controller.password).digest()
  expect(Buffer.from(hash)).toEqual(expected)
})

describe('readings over MQTT', () => {
  it('are stored before they are acknowledged, and then acknowledged by seq', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    const acks: unknown[] = []
    client.on('message', (_, payload) => acks.push(JSON.parse(payload.toString())))
    await client.subscribeAsync(topicOf(controller, 'ack'), { qos: 1 })
    const ts = clock.now() - 1000
    await publish(client, controller, 'data', {
      v: 1,
      seq: 7,
      samples: [{ ts, values: { 'grid/power': 1500 } }],
    })
    expect(await findStored(db, controller)).toEqual([{ ts, values: { 'grid/power': 1500 } }])
    await until(() => acks.length > 0)
    expect(acks).toEqual([{ v: 1, seq: 7 }])
    await client.endAsync()
  })

  it('are announced to every process once they are stored', async () => {
    const home = await createTestLocation(db)
    const controller = await createTestController(db, home)
    const heard: LiveNotice[] = []
    const stop = await db.listen('live', (payload) => heard.push(JSON.parse(payload)))
    const client = await connect(controller)
    await publish(client, controller, 'data', { samples: [{ values: { 'grid/power': 1 } }] })
    // One notice may tell of several locations.
    const announced = () => heard.flatMap((notice) => (notice.t === 'latest' ? notice.l : []))
    await expect.poll(announced).toContain(home)
    await client.endAsync()
    await stop()
  })

  it('are counted once they are stored, and nothing else is; none waits then', async () => {
    const controller = await createTestController(db, await createTestLocation(db))
    const client = await connect(controller)
    const before = link.findCounts().stored
    await publish(client, controller, 'info', { kind: 'CONTROLLER' })
    await publish(client, controller, 'data', { samples: [{ values: { 'grid/power': 1 } }] })
    // A message is acknowledged before all about its batch is written down.
    await expect.poll(() => link.findCounts()).toEqual({ stored: before + 1, waiting: 0 })
    await client.endAsync()
  })

  it('create a device that no inventory declares, with its own key in the location', async () => {
    const first = await createTestController(db, locationId)
    const second = await createTestController(db, locationId)
    for (const controller of [first, second]) {
      const client = await connect(controller)
      await publish(client, controller, 'data', { samples: [{ values: { 'heatpump/power': 800 } }] })
      await client.endAsync()
    }
    const devices = await db.rows<{ key: string; category: string }>(
      sql`select key, category from device where source_key = 'heatpump' order by id`,
    )
    expect(devices).toEqual([
      { key: 'heatpump', category: 'HVAC' },
      { key: 'heatpump-2', category: 'HVAC' },
    ])
    const stored = await findStored(db, second)
    expect(stored[0]?.values).toEqual({ 'heatpump-2/power': 800 })
  })

  it('of an unlinked controller are acknowledged, kept until it is linked, and update last seen', async () => {
    const controller = await createTestController(db, null)
    const client = await connect(controller)
    const acks: unknown[] = []
    client.on('message', (_, payload) => acks.push(JSON.parse(payload.toString())))
    await client.subscribeAsync(topicOf(controller, 'ack'))
    await publish(client, controller, 'data', { seq: 1, samples: [{ values: { 'grid/power': 1 } }] })
    await link.flush()
    const row = await db.row<{ last_seen_at: number }>(
      sql`select last_seen_at from controller where id = ${controller.id}`,
    )
    expect(Math.abs(row!.last_seen_at - clock.now())).toBeLessThan(minute)
    expect(await db.rows(sql`select 1 from device where controller_id = ${controller.id}`)).toEqual([])
    await until(() => acks.length > 0)
    expect(acks).toEqual([{ v: 1, seq: 1 }])
    await client.endAsync()
    await db.run(sql`update controller set location_id = ${locationId} where id = ${controller.id}`)
    await link.storeWaiting(controller.serial)
    expect(await findStored(db, { ...controller, locationId })).toHaveLength(1)
  })

  it('from mosquitto_pub, unmodified, are stored', async () => {
    const controller = await createTestController(db, locationId)
    const message = '{"v":1,"samples":[{"values":{"grid/power":1234.5,"grid/on":true}}]}'
    const options = [
      '-h',
      '127.0.0.1',
      '-p',
      String(link.mqttPort),
      '-u',
      controller.serial,
      '-P',
      controller.password,
    ]
    for (const qos of ['0', '1', '2']) {
      await promisify(execFile)('mosquitto_pub', [
        ...options,
        '-q',
        qos,
        '-t',
        topicOf(controller, 'data'),
        '-m',
        message,
      ])
    }
    await until(async () => (await findStored(db, controller)).length === 3)
  })
})

describe('refused messages', () => {
  it('are acknowledged, counted by reason with the last detail, and do not end the session', async () => {
    const controller = await createTestController(db, locationId)
    const other = await createTestController(db, locationId)
    const client = await connect(controller)
    const now = clock.now()
    const sample = (ts: number) => ({ samples: [{ ts, values: { 'grid/power': 1 } }] })
    await publish(client, controller, 'data', '{"v":1,')
    await publish(client, controller, 'data', sample(now + 10 * minute))
    await publish(client, controller, 'data', sample(now - 401 * 1440 * minute))
    await publish(client, controller, 'data', sample(Math.round(now / 1000)))
    await publish(client, controller, 'nonsense', '{}')
    await publish(client, controller, 'cmd', '{}')
    await publish(client, other, 'data', sample(now))
    await publish(client, controller, 'data', Buffer.alloc(10 * 1024 * 1024, 'x'))
    await publish(client, controller, 'data', sample(now))
    expect(client.connected).toBe(true)
    await link.flush()
    expect(await findRefusals(db, controller)).toEqual({
      malformed: 1,
      in_future: 1,
      too_old: 2,
      unknown_topic: 1,
      cloud_topic: 1,
      foreign_topic: 1,
      oversized: 1,
    })
    expect(await findStored(db, controller)).toHaveLength(1)
    expect(await findStored(db, other)).toEqual([])
    await client.endAsync()
  })

  it('are reported to the controller once an hour as rejected', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    const acks: { seq: number; rejected?: number }[] = []
    client.on('message', (_, payload) => acks.push(JSON.parse(payload.toString())))
    await client.subscribeAsync(topicOf(controller, 'ack'))
    const wrong = (seq: number) => ({
      seq,
      samples: [
        { ts: 5, values: {} },
        { ts: 6, values: {} },
      ],
    })
    await publish(client, controller, 'data', wrong(1))
    await publish(client, controller, 'data', wrong(2))
    offset += 61 * minute
    await publish(client, controller, 'data', wrong(3))
    offset = 0
    await until(() => acks.length === 3)
    expect(acks).toEqual([
      { v: 1, seq: 1, rejected: 2 },
      { v: 1, seq: 2 },
      { v: 1, seq: 3, rejected: 4 },
    ])
    await client.endAsync()
  })

  it("a controller cannot read another's topics", async () => {
    const controller = await createTestController(db, locationId)
    const other = await createTestController(db, locationId)
    const client = await connect(controller)
    for (const filter of ['#', 'ems/v1/+/data', 'ems/v1/#', topicOf(other, 'data'), '$SYS/#']) {
      const granted = await client.subscribeAsync(filter).catch((error: Error) => error.message)
      expect(granted).not.toMatchObject([{ qos: 0 }])
    }
    await client.endAsync()
  })
})

describe('impossible values', () => {
  it('are kept aside with their reason, and nothing else of the sample', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    const ts = clock.now() - 5000
    const values = { 'bat/soc': 512, 'bat/power': 300, 'grid/power': 990e6, 'grid/energy_import': -1 }
    await publish(client, controller, 'data', { samples: [{ ts, values }] })
    await publish(client, controller, 'data', { samples: [{ ts, values }] })
    expect(await findStored(db, controller)).toEqual([{ ts, values: { 'bat/power': 300 } }])
    const latest = (await findLatest(db, [locationId])).get(locationId)!
    expect(Object.keys(latest.values).filter((key) => key.startsWith('bat/soc'))).toEqual([])
    await link.flush()
    expect(await findRefusals(db, controller)).toEqual({ implausible: 6 })
    const aside = await db.rows(
      sql`select device_key, metric, value, lowest, highest from implausible_value where controller_id = ${controller.id} order by value`,
    )
    expect(aside).toMatchObject([
      { metric: 'energy_import', value: -1 },
      { metric: 'soc', value: 512, lowest: 0, highest: 100.5 },
      { metric: 'power', value: 990e6 },
    ])
    await client.endAsync()
  })

  it('are judged by the ratings of the inventory', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    const rated = { name: 'rated_power', type: 'number', unit: 'W', value: 5000 }
    const device = {
      id: 'pv',
      category: 'SOLAR_POWER_PLANT',
      name: 'Roof',
      metrics: ['power'],
      params: [rated],
    }
    await publish(client, controller, 'inventory', { v: 1, rev: 1, devices: [device] })
    const ts = clock.now() - 5000
    const samples = [4000, 9000].map((power, index) => ({ ts: ts + index, values: { 'pv/power': power } }))
    await publish(client, controller, 'data', { samples })
    expect((await findStored(db, controller)).map(({ values }) => values)).toEqual([{ 'pv/power': 4000 }])
    await client.endAsync()
  })
})

describe('authentication', () => {
  it('accepts the right password while wrong ones from the same address, for the same serial, wait for their answer', async () => {
    const controller = await createTestController(db, locationId)
    let answered = 0
    const guesses = Array.from({ length: 10 }, (_, index) =>
      connect({ ...controller, password: `wrong ${index}` }).catch(() => answered++),
    )
    await until(() => answered >= 5)
    const client = await connect(controller)
    expect(answered).toBeLessThan(10)
    await client.endAsync()
    await Promise.all(guesses)
    expect(answered).toBe(10)
  })

  it('accepts nobody without the right password', async () => {
    const controller = await createTestController(db, locationId)
    await expect(connect({ ...controller, password: 'wrong' })).rejects.toThrow('Bad username or password')
    await expect(connect({ serial: 'ABCD-EFGH-JKMN-PQRS', password: 'x' })).rejects.toThrow()
    await link.flush()
    expect(await findRefusals(db, controller)).toEqual({ bad_credentials: 1 })
  })

  it('lets a second session with the same id replace the first', async () => {
    const controller = await createTestController(db, locationId)
    const first = await connect(controller)
    const closed = new Promise<void>((resolve) => first.once('close', () => resolve()))
    const second = await connect(controller)
    await closed
    await publish(second, controller, 'data', { samples: [{ values: { 'grid/power': 1 } }] })
    expect(await findStored(db, controller)).toHaveLength(1)
    await second.endAsync()
  })

  it('detects two devices with one serial', async () => {
    const controller = await createTestController(db, locationId)
    const clients = []
    for (let index = 0; index < 4; index++) clients.push(await connect(controller))
    await link.flush()
    expect(await findRefusals(db, controller)).toEqual({ duplicate_serial: 1 })
    await Promise.all(clients.map((client) => client.endAsync(true)))
  })

  it('allows eight sessions of a controller, and reports it to the ninth', async () => {
    const controller = await createTestController(db, locationId)
    const clients = []
    for (let index = 0; index < 8; index++)
      clients.push(await connectController(link.mqttPort!, controller, { clientId: `tool ${index}` }))
    await expect(connectController(link.mqttPort!, controller, { clientId: 'tool 8' })).rejects.toThrow(
      'Server unavailable',
    )
    // Replacing a session of one's own needs no more room.
    clients.push(await connectController(link.mqttPort!, controller, { clientId: 'tool 3' }))
    await link.flush()
    expect(await findRefusals(db, controller)).toEqual({ duplicate_serial: 1 })
    await Promise.all(clients.map((client) => client.endAsync(true)))
  })

  it('ends sessions of dead connections', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
    const controller = await createTestController(db, locationId)
    const client = await connectController(link.mqttPort!, controller, { keepalive: 0 })
    expect(keepAlive.mock.calls).toContainEqual([true, minute])
    keepAlive.mockRestore()
    await client.endAsync()
  })

  it('keeps devices without a client id from ending each other', async () => {
    const controller = await createTestController(db, locationId)
    const connectNameless = () => connectController(link.mqttPort!, controller, { clientId: '' })
    const clients = [await connectNameless(), await connectNameless()]
    for (const [index, client] of clients.entries())
      await publish(client, controller, 'data', { samples: [{ values: { [`grid/l${index}`]: 1 } }] })
    expect(await findStored(db, controller)).toHaveLength(2)
    await Promise.all(clients.map((client) => client.endAsync()))
  })

  it('an id cannot take over the session of another controller', async () => {
    const victim = await createTestController(db, locationId)
    const attacker = await createTestController(db, locationId)
    const session = await connect(victim)
    const intruder = await connectController(link.mqttPort!, attacker, { clientId: victim.serial })
    await publish(session, victim, 'data', { samples: [{ values: { 'grid/power': 1 } }] })
    expect(await findStored(db, victim)).toHaveLength(1)
    await Promise.all([session.endAsync(), intruder.endAsync()])
  })
})

describe('connectivity', () => {
  const isOnline = async (id: number) =>
    (await db.row<{ online: boolean }>(sql`select online from controller where id = ${id}`))!.online

  it('follows status, will and readings, and becomes an alarm after five minutes', async () => {
    const controller = await createTestController(db, locationId)
    const will = {
      topic: topicOf(controller, 'status'),
      payload: Buffer.from('{"v":1,"online":false}'),
      qos: 1 as const,
      retain: true,
    }
    const client = await connectController(link.mqttPort!, controller, { will })
    await publish(client, controller, 'status', { v: 1, online: true, ts: clock.now(), boot: '3f0c' })
    expect(await isOnline(controller.id)).toBe(true)
    client.stream.destroy()
    await until(async () => !(await isOnline(controller.id)))
    const alarms = () =>
      db.rows<{ status: string }>(
        sql`select status from alarm where controller_id = ${controller.id} and type = 'CONTROLLER_ERROR_CONNECTION'`,
      )
    // Those of the tests before are silent by then: together they would be a crowd, and one incident.
    await db.run(
      sql`update controller set online = false, online_changed_at = null where id <> ${controller.id}`,
    )
    await sweepOnTime(db, clock.now() + 4 * minute)
    expect(await alarms()).toEqual([])
    await sweepOnTime(db, clock.now() + 6 * minute)
    expect(await alarms()).toEqual([{ status: 'ACTIVE' }])
    offset = 7 * minute
    const again = await connect(controller)
    await publish(again, controller, 'data', { samples: [{ values: { 'grid/power': 1 } }] })
    await until(async () => (await alarms())[0]?.status === 'CLEARED')
    offset = 0
    await again.endAsync()
  })

  it('raises an alarm for a device whose values stop, and clears it when they come back', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    const start = clock.now() - 10 * minute
    for (let index = 0; index < 4; index++) {
      const ts = start + index * minute
      await publish(client, controller, 'data', { samples: [{ ts, values: { 'stale/power': 1 } }] })
    }
    await db.run(
      sql`update controller set online = true, online_changed_at = now() - interval '1 hour' where id = ${controller.id}`,
    )
    await link.flush()
    await sweepOnTime(db, clock.now())
    const alarms = () =>
      db.rows<{ status: string }>(
        sql`select status from alarm where controller_id = ${controller.id} and type = 'ERROR_COMMUNICATION'`,
      )
    expect(await alarms()).toEqual([{ status: 'ACTIVE' }])
    await publish(client, controller, 'data', { samples: [{ values: { 'stale/power': 1 } }] })
    await link.flush()
    await sweepOnTime(db, clock.now())
    expect(await alarms()).toEqual([{ status: 'CLEARED' }])
    await client.endAsync()
  })

  it('does not blame the devices of a controller that has just come back', async () => {
    const controller = await createTestController(db, locationId)
    await db.run(
      sql`insert into device (location_id, controller_id, source_key, key, category, name, newest_at)
          values (${locationId}, ${controller.id}, 'back', ${`back-${controller.id}`}, 'HVAC', 'Heat pump',
                  ${new Date(clock.now() - 60 * minute)})`,
    )
    const alarmsWhenBackFor = async (minutes: number) => {
      await db.run(
        sql`update controller set online = true, last_seen_at = ${new Date(clock.now())},
              online_changed_at = ${new Date(clock.now() - minutes * minute)} where id = ${controller.id}`,
      )
      await sweepOnTime(db, clock.now())
      return db.rows<{ status: string }>(
        sql`select status from alarm where controller_id = ${controller.id} and type = 'ERROR_COMMUNICATION'`,
      )
    }
    expect(await alarmsWhenBackFor(2)).toEqual([])
    expect(await alarmsWhenBackFor(4)).toEqual([{ status: 'ACTIVE' }])
  })

  it('ignores the will of an older session while a newer one lives', async () => {
    const { id, serial } = await createTestController(db, locationId)
    const setOnline = (online: boolean) =>
      db.run(sql`update controller set online = ${online} where id = ${id}`)
    const isOnlineAfter = async (session: { isConnected: boolean; isWill: boolean }) => {
      await setOnline(true)
      const cache = createControllerCache(db, clock)
      const connectivity = createConnectivity(
        {
          db,
          clock,
          log: pino({ level: 'silent' }),
          cache,
          transport: () => ({ isConnected: () => session.isConnected }) as unknown as LinkTransport,
        },
        { online: () => {}, plan: async () => {} },
      )
      const controller = (await cache.get([serial])).get(serial)!
      const message = { serial, arrivedAt: clock.now(), isWill: session.isWill } as IncomingMessage
      await connectivity.handleStatus(controller, { online: false, ts: null, boot: null }, message)
      return isOnline(id)
    }
    expect(await isOnlineAfter({ isConnected: true, isWill: true })).toBe(true)
    expect(await isOnlineAfter({ isConnected: false, isWill: true })).toBe(false)
    expect(await isOnlineAfter({ isConnected: true, isWill: false })).toBe(false)
  })

  it('raises OFF_GRID by the grid mode', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    const send = (mode: number) =>
      publish(client, controller, 'data', { samples: [{ values: { 'main/grid_mode': mode } }] })
    const status = async () =>
      (
        await db.row<{ status: string }>(
          sql`select status from alarm where controller_id = ${controller.id} and type = 'OFF_GRID'`,
        )
      )?.status
    await send(1)
    expect(await status()).toBeUndefined()
    await send(2)
    await until(async () => (await status()) === 'ACTIVE')
    await send(1)
    await until(async () => (await status()) === 'CLEARED')
    await client.endAsync()
  })
})

describe('other messages', () => {
  it('of many controllers that repeat themselves endlessly keep no page from the database', async () => {
    const many = await Promise.all(Array.from({ length: 30 }, () => createTestController(db, locationId)))
    const all = many.flatMap((controller) =>
      Array.from({ length: 20 }, (_, index) => statusOf(controller, { boot: `b${index}` })),
    )
    let handled = 0
    const flood = Promise.all(all.map(async (message) => link.handle(message).then(() => handled++)))
    for (let page = 0; page < 5; page++) await db.at('page').row(sql`select 1 as one`)
    expect(handled).toBeLessThan(all.length)
    await flood
    expect(handled).toBe(all.length)
  })

  it('are handled once the database accepts them, and dropped if it never will', async () => {
    const controller = await createTestController(db, locationId)
    const ingest = db.at('ingest')
    const { run } = ingest
    const failures = [new DbError({ message: 'gone', code: '57P01' })]
    const away = vi
      .spyOn(ingest, 'run')
      .mockImplementation((statement) =>
        statement.text.includes('set info') && failures.length > 0
          ? Promise.reject(failures.shift())
          : run(statement),
      )
    onTestFinished(() => away.mockRestore())
    const info = (softwareVersion: string): IncomingMessage => ({
      ...statusOf(controller, {}),
      topic: topicOf(controller, 'info'),
      payload: Buffer.from(JSON.stringify({ v: 1, kind: 'CONTROLLER', softwareVersion })),
    })
    expect(await link.handle(info('1'))).toMatchObject({ state: 'stored' })
    failures.push(new DbError({ message: 'no', code: '22P05' }))
    expect(await link.handle(info('2'))).toMatchObject({
      ...{ state: 'refused', reason: 'failed', detail: 'the server failed on it' },
    })
    const row = await db.row<{ info: object }>(sql`select info from controller where id = ${controller.id}`)
    expect(row!.info).toMatchObject({ softwareVersion: '1' })
  })

  it('raise an alarm of a device missing from the inventory as one of that device', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    const event = { v: 1, type: 'ERROR', state: 'raised', device: 'pump', code: 'E3' }
    await publish(client, controller, 'event', event)
    const alarms = await db.rows(
      sql`select a.code, d.source_key from alarm a left join device d on d.id = a.device_id
          where a.controller_id = ${controller.id}`,
    )
    expect(alarms).toEqual([{ code: 'E3', source_key: 'pump' }])
    await client.endAsync()
  })

  it('create no more devices and open alarms than a controller may have, whatever they name', async () => {
    const controller = await createTestController(db, await createTestLocation(db))
    const client = await connect(controller)
    const declare = (name: string, count: number) =>
      publish(client, controller, 'inventory', {
        v: 1,
        devices: Array.from({ length: count }, (_, index) => ({ id: `${name}${index}`, category: 'OTHER' })),
      })
    const raise = (device: string, code: string, state = 'raised') =>
      publish(client, controller, 'event', { v: 1, type: 'ERROR', state, device, code })
    const countRows = async () => {
      const row = await db.row<{ devices: number; alarms: number }>(
        sql`select (select count(*)::int from device where controller_id = ${controller.id}) as devices,
              (select count(*)::int from alarm where controller_id = ${controller.id} and status = 'ACTIVE') as alarms`,
      )
      return row!
    }
    await declare('a', linkLimits.devices)
    await raise('one-more', 'E1')
    expect(await countRows()).toEqual({ devices: linkLimits.devices, alarms: 0 })
    const codes = Array.from({ length: linkLimits.openAlarms }, (_, index) => `C${index}`)
    await Promise.all(codes.map((code) => raise('a0', code)))
    await raise('a0', 'one-more')
    await raise('a0', 'C1')
    expect(await countRows()).toMatchObject({ alarms: linkLimits.openAlarms })
    await raise('a0', 'C1', 'cleared')
    await raise('a0', 'room-again')
    expect(await countRows()).toMatchObject({ alarms: linkLimits.openAlarms })
    // One of the cloud's own is added to them, and cleared ones are cleared all the same.
    const own = { ...connectionAlarm({ id: controller.id, locationId: controller.locationId }), text: null }
    await raiseAlarm(db, { ...own, at: clock.now() })
    await raise('a0', 'C2', 'cleared')
    expect(await countRows()).toMatchObject({ alarms: linkLimits.openAlarms })
    for (const name of 'bcdefg') await declare(name, linkLimits.devices)
    await declare('h', linkLimits.devices)
    await declare('i', linkLimits.devicesEver - 7 * linkLimits.devices)
    await declare('a', linkLimits.devices)
    expect(await countRows()).toMatchObject({ devices: linkLimits.devicesEver })
    const refused = await until(async () => {
      const found = await findRefusals(db, controller)
      return found.too_many_devices === 2 && found
    })
    expect(refused).toEqual({ too_many_devices: 2, too_many_alarms: 1 })
    await client.endAsync()
  })

  it('store info and inventory, and raise and clear alarms by event', async () => {
    const controller = await createTestController(db, locationId)
    const client = await connect(controller)
    await publish(client, controller, 'info', { v: 1, kind: 'CONTROLLER', softwareVersion: '1.2.3' })
    const devices = [
      { id: 'inv1', category: 'HYBRID_INVERTER', name: 'Roof', metrics: ['power', 'energy_production'] },
      { id: 'wallbox', category: 'EV_CHARGER', name: 'Garage', metrics: ['power'] },
    ]
    await publish(client, controller, 'inventory', { v: 1, rev: 1, devices })
    await publish(client, controller, 'event', {
      v: 1,
      type: 'ERROR',
      state: 'raised',
      device: 'inv1',
      code: 'E17',
      text: 'Fan',
    })
    await publish(client, controller, 'event', {
      v: 1,
      type: 'ERROR',
      state: 'raised',
      device: 'wallbox',
      code: 'E1',
    })
    await publish(client, controller, 'event', {
      v: 1,
      type: 'ERROR',
      state: 'cleared',
      device: 'wallbox',
      code: 'E1',
    })
    await publish(client, controller, 'inventory', { v: 1, rev: 2, devices: devices.slice(0, 1) })
    const stored = await db.rows(
      sql`select key, name, category, deleted_at is not null as hidden from device where controller_id = ${controller.id} order by id`,
    )
    expect(stored).toEqual([
      { key: 'inv1', name: 'Roof', category: 'HYBRID_INVERTER', hidden: false },
      { key: 'wallbox', name: 'Garage', category: 'EV_CHARGER', hidden: true },
    ])
    const alarms = await db.rows(
      sql`select type, code, status from alarm where controller_id = ${controller.id} order by id`,
    )
    expect(alarms).toEqual([
      { type: 'ERROR', code: 'E17', status: 'ACTIVE' },
      { type: 'ERROR', code: 'E1', status: 'CLEARED' },
    ])
    const info = await db.row<{ info: object }>(sql`select info from controller where id = ${controller.id}`)
    expect(info!.info).toMatchObject({ kind: 'CONTROLLER', softwareVersion: '1.2.3' })
    await client.endAsync()
  })

  it('answer commands', async () => {
    const controller = await createTestController(db, locationId)
    const request = {
      controllerId: controller.id,
      op: 'refresh' as const,
      args: {},
      ttlSeconds: 30,
      audit: null,
    }
    await expect(sendCommand({ db, clock }, request)).rejects.toThrow('controller_offline')
    const client = await connect(controller)
    await publish(client, controller, 'status', { v: 1, online: true })
    const commands: { id: string; op: string }[] = []
    client.on('message', (_, payload) => commands.push(JSON.parse(payload.toString())))
    await client.subscribeAsync(topicOf(controller, 'cmd'), { qos: 1 })
    const { id } = await sendCommand({ db, clock }, request)
    await until(() => commands.length > 0)
    expect(commands[0]).toMatchObject({ v: 1, id, op: 'refresh' })
    await publish(client, controller, 'reply', { v: 1, id, state: 'done', result: { ok: true } })
    await publish(client, controller, 'reply', { v: 1, id, state: 'failed' })
    const command = await db.row(sql`select state, result from command where id = ${id}::uuid`)
    expect(command).toEqual({ state: 'done', result: { ok: true } })
    const unanswered = await sendCommand({ db, clock }, request)
    await sweepOnTime(db, clock.now() + minute)
    expect(await db.row(sql`select state from command where id = ${unanswered.id}::uuid`)).toEqual({
      state: 'expired',
    })
    await client.endAsync()
  })

  it('send the plan of the database to a controller that says that it is there', async () => {
    const controller = await createTestController(db, locationId)
    const plan = { v: 1, rev: 7, from: 0, until: 1, slots: [], fallback: 'auto' }
    await db.run(sql`update controller set plan = ${JSON.stringify(plan)}::jsonb where id = ${controller.id}`)
    const client = await connect(controller)
    const heard: [unknown, boolean][] = []
    client.on('message', (_, payload, packet) => heard.push([JSON.parse(payload.toString()), packet.retain]))
    await client.subscribeAsync(topicOf(controller, 'plan'), { qos: 1 })
    await publish(client, controller, 'status', { v: 1, online: true })
    await until(() => heard.length > 0)
    await publish(client, controller, 'status', { v: 1, online: true })
    await publish(client, controller, 'info', { v: 1 })
    expect(heard).toEqual([[plan, false]])
    await client.endAsync()
  })

  it('request real-time while the location is watched', async () => {
    const watched = await createTestLocation(db, 'Watched')
    const controller = await createTestController(db, watched)
    const client = await connect(controller)
    await publish(client, controller, 'status', { v: 1, online: true })
    const commands: { id: string; op: string; args: object }[] = []
    client.on('message', (_, payload) => commands.push(JSON.parse(payload.toString())))
    await client.subscribeAsync(topicOf(controller, 'cmd'), { qos: 1 })
    link.setWatched(watched, true)
    await until(() => commands.length > 0)
    expect(commands[0]).toMatchObject({ op: 'realtime', args: { period: 2, ttl: 300 } })
    // It is nobody's command: its answer is taken, and neither of them is kept.
    await publish(client, controller, 'reply', { v: 1, id: commands[0]!.id, state: 'done' })
    await publish(client, controller, 'reply', { v: 1, id: randomUUID(), state: 'done' })
    const reasons = () =>
      db.rows<{ reason: string; count: number }>(
        sql`select reason, count from link_refusal where controller_id = ${controller.id}`,
      )
    await until(async () => (await reasons()).length > 0)
    expect(await reasons()).toEqual([{ reason: 'unknown_command', count: 1 }])
    expect(await db.rows(sql`select 1 from command where controller_id = ${controller.id}`)).toEqual([])
    link.setWatched(watched, false)
    await client.endAsync()
  })
})
