import type { LiveNotice } from '@ohmstead/contract/live-events'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { IncomingMessage, LinkTransport } from '../../platform/mqtt/link-transport.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { raiseAlarm } from '../alarms/alarm-queries.ts'
import { connectionAlarm } from './connection-alarm.ts'
import { createConnectivity } from './connectivity.ts'
import { markAllOffline } from './connectivity-queries.ts'
import { createControllerCache } from './controller-cache.ts'
import { createTestController, createTestLocation } from './link-test-kit.ts'

const now = Date.UTC(2026, 5, 1, 12)
const nobody = { online: () => {}, plan: async () => {} }

let db: Db
let close: () => Promise<void>
let locationId: number

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  close = opened.close
  locationId = await createTestLocation(db)
})
afterAll(() => close())

async function createHarness({ isConnected = false } = {}) {
  const { id, serial } = await createTestController(db, locationId)
  await db.run(sql`update controller set online = true where id = ${id}`)
  const clock = { now: () => now }
  const cache = createControllerCache(db, clock)
  const transport = () => ({ isConnected: () => isConnected }) as unknown as LinkTransport
  const connectivity = createConnectivity(
    { db, clock, cache, transport, log: pino({ level: 'silent' }) },
    nobody,
  )
  const controller = (await cache.get([serial])).get(serial)!
  const read = () =>
    db.row<{ online: boolean; period_seconds: number | null }>(
      sql`select online, period_seconds from controller where id = ${id}`,
    )
  return { connectivity, controller, read }
}

test('a session without a will takes its controller offline, unless it has another or never sent a status', async () => {
  const onlineAfter = async (isConnected: boolean, reportsStatus: boolean) => {
    const { connectivity, controller, read } = await createHarness({ isConnected })
    await db.run(sql`update controller set reports_status = ${reportsStatus} where id = ${controller.id}`)
    await connectivity.handleSessionEnd(controller)
    return (await read())!.online
  }
  expect(await onlineAfter(false, true)).toBe(false)
  expect(await onlineAfter(true, true)).toBe(true)
  expect(await onlineAfter(false, false)).toBe(true)
})

test('who had gone before the broker started has been away since then', async () => {
  const { controller } = await createHarness()
  const gone = await createHarness()
  const [before, start] = [now - 3_600_000, now + 1]
  await db.run(
    sql`update controller set online = false, online_changed_at = ${new Date(before)} where id = ${gone.controller.id}`,
  )
  await markAllOffline(db, start)
  const changes = await db.rows(sql`
    select c.id, c.online, c.online_changed_at as since, count(h.at)::int as noted
    from controller c left join controller_connection h on h.controller_id = c.id and h.at = ${new Date(start)}
    where c.id in (${controller.id}, ${gone.controller.id}) group by c.id order by c.id`)
  expect(changes).toEqual([
    { id: controller.id, online: false, since: start, noted: 1 },
    { id: gone.controller.id, online: false, since: before, noted: 0 },
  ])
})

test('the reporting period of a controller is learned from the arrival of its readings', async () => {
  const { connectivity, controller, read } = await createHarness()
  for (let index = 0; index < 50; index++)
    connectivity.touch(controller, { arrivedAt: now + index * 30_000 } as IncomingMessage)
  // A retained message does not show when it was sent.
  connectivity.touch(controller, { arrivedAt: now + 1_600_000, isRetained: true } as IncomingMessage)
  await connectivity.flush(true)
  expect((await read())!.period_seconds).toBeCloseTo(30, 0)
})

test('bulk updates are written completely, in pieces', async () => {
  const made = await Promise.all(Array.from({ length: 450 }, () => createTestController(db, locationId)))
  const ids = made.map(({ id }) => id)
  await db.run(sql`
    insert into device (location_id, controller_id, key, source_key, category, name)
    select ${locationId}, id, 'd' || id, 'd', 'OTHER', 'd' from unnest(${ids}::int[]) as id`)
  const devices = await db.rows<{ id: number; controller_id: number }>(
    sql`select id, controller_id from device where controller_id = any(${ids}::int[])`,
  )
  const clock = { now: () => now }
  const cache = createControllerCache(db, clock)
  const run = vi.fn(db.run)
  const transport = () => ({ isConnected: () => true }) as unknown as LinkTransport
  const context = { db: { ...db, run }, clock, cache, transport, log: pino({ level: 'silent' }) }
  const connectivity = createConnectivity(context, nobody)
  const known = [...(await cache.get(made.map(({ serial }) => serial))).values()]
  for (const controller of known) {
    controller.isOnline = true
    connectivity.touch(controller, { arrivedAt: now } as IncomingMessage)
    for (const pace of controller.paces.values()) Object.assign(pace, { newestAt: now, isDirty: true })
  }
  // A concurrent second one writes nothing twice.
  await Promise.all([connectivity.flush(false), connectivity.flush(false)])
  expect(run).toHaveBeenCalledTimes(2 * 3)
  const written = await db.row(sql`
    select count(distinct c.id)::int as controllers, count(distinct d.id)::int as devices
    from controller c join device d on d.controller_id = c.id
    where c.id = any(${ids}::int[]) and c.last_seen_at = ${new Date(now)} and d.newest_at = ${new Date(now)}`)
  expect(written).toEqual({ controllers: 450, devices: devices.length })
  await connectivity.flush(false)
  expect(run).toHaveBeenCalledTimes(2 * 3)
})

/** One connected controller, what is written for it, and a clock that the test moves. */
async function createWriter() {
  const { id, serial } = await createTestController(db, locationId)
  await db.run(sql`
    insert into device (location_id, controller_id, key, source_key, category, name)
    values (${locationId}, ${id}, ${`d${id}`}, 'd', 'OTHER', 'd')`)
  let time = now
  const clock = { now: () => time }
  const cache = createControllerCache(db, clock)
  const run = vi.fn(db.run)
  const transport = () => ({ isConnected: () => true }) as unknown as LinkTransport
  const context = { db: { ...db, run }, clock, cache, transport, log: pino({ level: 'silent' }) }
  const connectivity = createConnectivity(context, nobody)
  const controller = (await cache.get([serial])).get(serial)!
  controller.isOnline = true
  const pace = controller.paces.get('d')!
  return {
    connectivity,
    run,
    hear: () => connectivity.touch(controller, { arrivedAt: time } as IncomingMessage),
    noteReading: () => Object.assign(pace, { newestAt: time, isDirty: true }),
    pass: (seconds: number) => {
      time += seconds * 1000
    },
    /** How many statements a write took. */
    async flush(isEverything = false): Promise<number> {
      const before = run.mock.calls.length
      await connectivity.flush(isEverything)
      return run.mock.calls.length - before
    },
  }
}

test('a sign of life is written once, and a newer one ten seconds later, or at the end', async () => {
  const { hear, pass, flush } = await createWriter()
  hear()
  expect(await flush()).toBe(1)
  pass(40)
  expect(await flush()).toBe(0)
  hear()
  expect(await flush()).toBe(1)
  pass(9)
  hear()
  expect(await flush()).toBe(0)
  pass(1)
  expect(await flush()).toBe(1)
  hear()
  expect(await flush()).toBe(0)
  expect(await flush(true)).toBe(1)
})

test("the freshness of a device's readings is written every half a minute, if there are new ones", async () => {
  const { noteReading, pass, flush } = await createWriter()
  noteReading()
  expect(await flush()).toBe(1)
  pass(29)
  noteReading()
  expect(await flush()).toBe(0)
  pass(1)
  expect(await flush()).toBe(1)
  pass(30)
  expect(await flush()).toBe(0)
})

test('a write ends when the database has accepted it', async () => {
  const { hear, run, connectivity } = await createWriter()
  const taken = Promise.withResolvers<number>()
  run.mockReturnValueOnce(taken.promise)
  hear()
  let hasEnded = false
  const ended = connectivity.flush(true).then(() => {
    hasEnded = true
  })
  await db.row(sql`select 1`)
  expect(hasEnded).toBe(false)
  taken.resolve(1)
  await ended
})

test('all who come back at once are written together: each online with its change, its alarm cleared and told once', async () => {
  const places = await Promise.all(['One', 'Two', 'Three'].map((name) => createTestLocation(db, name)))
  // One after the other, so that their ids are in this order.
  const first = await createTestController(db, places[0]!)
  const second = await createTestController(db, places[1]!)
  const third = await createTestController(db, places[2]!)
  const made = [first, second, third]
  await db.run(sql`update controller set online = true, plan = '{}' where id = ${third.id}`)
  for (const [index, { id }] of made.entries())
    await raiseAlarm(db, {
      ...connectionAlarm({ id, locationId: places[index]! }),
      at: now - (id === second.id ? -1000 : 1000),
    })
  const told: LiveNotice[] = []
  const stop = await db.listen('live', (payload) => void told.push(JSON.parse(payload) as LiveNotice))
  onTestFinished(stop)
  const clock = { now: () => now }
  const cache = createControllerCache(db, clock)
  const transaction = vi.fn(db.transaction)
  const transport = () => ({ isConnected: () => true }) as unknown as LinkTransport
  const plans: string[] = []
  const connectivity = createConnectivity(
    { db: { ...db, transaction: transaction as Db['transaction'] }, clock, cache, transport, log: pino() },
    { online: () => {}, plan: async (serial) => void plans.push(serial) },
  )
  const known = await cache.get(made.map(({ serial }) => serial))
  const message = { arrivedAt: now } as IncomingMessage
  const status = (boot: string) => ({ online: true, ts: now, boot })
  // The readings of one overtake its status.
  connectivity.touch(known.get(first.serial)!, message)
  await Promise.all(
    made.map(({ serial }) =>
      connectivity.handleStatus(known.get(serial)!, status(`boot of ${serial}`), message),
    ),
  )
  expect(transaction).toHaveBeenCalledOnce()
  const rows = await db.rows<{ id: number; online: boolean; boot: string; changes: number; alarm: string }>(
    sql`select c.id, c.online, c.boot, (select count(*)::int from controller_connection where controller_id = c.id) as changes,
          (select status from alarm where controller_id = c.id) as alarm
        from controller c where c.id = any(${made.map(({ id }) => id)}::int[]) order by c.id`,
  )
  // Of the second an alarm is newer; the third was online all the time.
  expect(rows).toEqual([
    { id: first.id, online: true, boot: `boot of ${first.serial}`, changes: 1, alarm: 'CLEARED' },
    { id: second.id, online: true, boot: `boot of ${second.serial}`, changes: 1, alarm: 'ACTIVE' },
    { id: third.id, online: true, boot: `boot of ${third.serial}`, changes: 0, alarm: 'ACTIVE' },
  ])
  expect(plans).toEqual([third.serial])
  await vi.waitFor(() => expect(told).toHaveLength(3))
  expect(told).toEqual([
    { t: 'controller', l: places[0], c: first.id, online: true },
    { t: 'controller', l: places[1], c: second.id, online: true },
    { t: 'alarms', l: [places[0]] },
  ])
})

test('who goes and comes, or comes and goes, while others are written ends as it was told last', async () => {
  const place = await createTestLocation(db, 'Flaky')
  const made = [await createTestController(db, place), await createTestController(db, place)]
  const clock = { now: () => now }
  const cache = createControllerCache(db, clock)
  const transport = () => ({ isConnected: () => false }) as unknown as LinkTransport
  const connectivity = createConnectivity({ db, clock, cache, transport, log: pino() }, nobody)
  const known = await cache.get(made.map(({ serial }) => serial))
  const [back, gone] = made.map(({ serial }) => known.get(serial)!)
  const status = (online: boolean) => ({ online, ts: now, boot: null })
  const at = (seconds: number) => ({ arrivedAt: now + seconds * 1000, isWill: false }) as IncomingMessage
  await connectivity.handleStatus(back!, status(true), at(-60))
  await Promise.all([
    connectivity.handleSessionEnd(back!),
    connectivity.handleStatus(back!, status(true), at(1)),
    connectivity.handleStatus(gone!, status(true), at(-1)),
    connectivity.handleSessionEnd(gone!),
  ])
  const read = (id: number) =>
    db.row<{ online: boolean; changes: boolean[] }>(
      sql`select online, array(select online from controller_connection where controller_id = c.id order by at) as changes
          from controller c where id = ${id}`,
    )
  expect(await read(back!.id)).toEqual({ online: true, changes: [true, false, true] })
  expect(await read(gone!.id)).toEqual({ online: false, changes: [true, false] })
})

test('the will of an old session is ignored also if the next one begins while the will is handled', async () => {
  const { id, serial } = await createTestController(db, locationId)
  await db.run(sql`update controller set online = true where id = ${id}`)
  const clock = { now: () => now }
  const cache = createControllerCache(db, clock)
  let isConnected = false
  const transport = () => ({ isConnected: () => isConnected }) as unknown as LinkTransport
  const row: Db['row'] = async (statement) => {
    isConnected = true
    return db.row(statement)
  }
  const connectivity = createConnectivity(
    { db: { ...db, row }, clock, cache, transport, log: pino({ level: 'silent' }) },
    nobody,
  )
  const controller = (await cache.get([serial])).get(serial)!
  const will = { arrivedAt: now, isWill: true } as IncomingMessage
  await connectivity.handleStatus(controller, { online: false, ts: null, boot: null }, will)
  expect(await db.row(sql`select online from controller where id = ${id}`)).toEqual({ online: true })
  expect(controller.isOnline).toBe(true)
})

test('readings bring back a controller that was read again while its going was written', async () => {
  const { id, serial } = await createTestController(db, locationId)
  await db.run(sql`update controller set online = true, reports_status = true where id = ${id}`)
  const clock = { now: () => now }
  const cache = createControllerCache(db, clock)
  const transport = () => ({ isConnected: () => false }) as unknown as LinkTransport
  const get = async () => (await cache.get([serial])).get(serial)!
  const transaction = (async (work) => {
    cache.changed(serial)
    await get()
    return db.transaction(work)
  }) as Db['transaction']
  const connectivity = createConnectivity(
    { db: { ...db, transaction }, clock, cache, transport, log: pino({ level: 'silent' }) },
    nobody,
  )
  await connectivity.handleSessionEnd(await get())
  connectivity.touch(await get(), { arrivedAt: now + 1000 } as IncomingMessage)
  await vi.waitFor(async () =>
    expect(await db.row(sql`select online from controller where id = ${id}`)).toEqual({ online: true }),
  )
})

test('readings that arrived before a controller went do not bring it back, later ones do', async () => {
  const { connectivity, controller, read } = await createHarness()
  const touchAt = (ms: number) => connectivity.touch(controller, { arrivedAt: now + ms } as IncomingMessage)
  const will = { arrivedAt: now, isWill: true } as IncomingMessage
  await connectivity.handleStatus(controller, { online: false, ts: null, boot: null }, will)
  // They waited for the database behind others.
  touchAt(-5)
  touchAt(0)
  expect(controller.isOnline).toBe(false)
  touchAt(1)
  expect(controller.isOnline).toBe(true)
  await vi.waitFor(async () => expect((await read())!.online).toBe(true))
})
