import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { IncomingMessage, LinkTransport } from '../../platform/mqtt/link-transport.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { createConnectivity } from './connectivity.ts'
import { createControllerCache } from './controller-cache.ts'
import { createTestController, createTestLocation } from './link-test-kit.ts'

const now = Date.UTC(2026, 5, 1, 12)
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
    () => {},
  )
  const controller = (await cache.get([serial])).get(serial)!
  const read = () =>
    db.row<{ online: boolean; period_seconds: number | null }>(
      sql`select online, period_seconds from controller where id = ${id}`,
    )
  return { connectivity, controller, read }
}

test('a session that ends without a word takes its controller offline, unless it has another or never said it was there', async () => {
  const onlineAfter = async (isConnected: boolean, reportsStatus: boolean) => {
    const { connectivity, controller, read } = await createHarness({ isConnected })
    await connectivity.handleSessionEnd(controller, reportsStatus)
    return (await read())!.online
  }
  expect(await onlineAfter(false, true)).toBe(false)
  expect(await onlineAfter(true, true)).toBe(true)
  expect(await onlineAfter(false, false)).toBe(true)
})

test('how often a controller sends is learned from when its readings arrive', async () => {
  const { connectivity, controller, read } = await createHarness()
  for (let index = 0; index < 50; index++)
    connectivity.touch(controller, { arrivedAt: now + index * 30_000 } as IncomingMessage)
  // What a broker had kept says nothing of when it was sent.
  connectivity.touch(controller, { arrivedAt: now + 1_600_000, isRetained: true } as IncomingMessage)
  await connectivity.flush(true)
  expect((await read())!.period_seconds).toBeCloseTo(30, 0)
})

test('what many send at one moment is written in pieces, all of it', async () => {
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
  const connectivity = createConnectivity(context, () => {})
  const known = [...(await cache.get(made.map(({ serial }) => serial))).values()]
  for (const controller of known) {
    controller.isOnline = true
    connectivity.touch(controller, { arrivedAt: now } as IncomingMessage)
    for (const pace of controller.paces.values()) Object.assign(pace, { newestAt: now, isDirty: true })
  }
  await connectivity.flush(false)
  expect(run).toHaveBeenCalledTimes(2 * 3)
  const written = await db.row(sql`
    select count(distinct c.id)::int as controllers, count(distinct d.id)::int as devices
    from controller c join device d on d.controller_id = c.id
    where c.id = any(${ids}::int[]) and c.last_seen_at = ${new Date(now)} and d.newest_at = ${new Date(now)}`)
  expect(written).toEqual({ controllers: 450, devices: devices.length })
  await connectivity.flush(false)
  expect(run).toHaveBeenCalledTimes(2 * 3)
})
