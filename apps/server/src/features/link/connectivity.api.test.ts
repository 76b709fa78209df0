import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
