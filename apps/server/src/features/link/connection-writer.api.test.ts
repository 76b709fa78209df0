import type { LiveNotice } from '@ohmstead/contract/live-events'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Db, Transaction } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { raiseAlarm } from '../alarms/alarm-queries.ts'
import { connectionAlarm } from './connection-alarm.ts'
import { createConnectionWriter } from './connection-writer.ts'
import { lockControllers, saveControllerPaces } from './connectivity-queries.ts'
import { createTestController, createTestLocation } from './link-test-kit.ts'

const now = Date.UTC(2026, 5, 1, 12)

let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  close = opened.close
})
afterAll(() => close())

/** For two processes, whose first statements are both done, or wait for a lock, before either goes on. */
function createMeeting() {
  // The embedded database has one transaction at a time.
  let missing = db.kind === 'postgres' ? 2 : 1
  async function meet(tx: Transaction): Promise<void> {
    missing--
    await vi.waitUntil(async () => missing <= 0 || (await isSomebodyBlocked(tx)), { interval: 10 })
  }
  return (place: Db): Db => ({
    ...place,
    transaction: (work) =>
      place.transaction((tx) =>
        work({
          ...tx,
          async rows<Row extends object>(statement: Sql) {
            const rows = await tx.rows<Row>(statement)
            await meet(tx)
            return rows
          },
        }),
      ),
  })
}

async function isSomebodyBlocked(tx: Transaction): Promise<boolean> {
  return (
    (await tx.row(sql`select 1 from pg_locks where not granted and locktype = 'transactionid'`)) !== undefined
  )
}

test('two processes that hear of the same controllers in another order write both, and none waits for the other for ever', async () => {
  const locationId = await createTestLocation(db)
  const one = await createTestController(db, locationId)
  const two = await createTestController(db, locationId)
  await db.run(sql`update controller set online = true`)
  const at = createMeeting()
  const [here, there] = [createConnectionWriter(at(db)), createConnectionWriter(at(db.at('page')))]
  const change = { locationId, at: now }
  await Promise.all([
    here({ ...change, id: two.id, isOnline: true }),
    here({ ...change, id: one.id, isOnline: false }),
    there({ ...change, id: one.id, isOnline: true }),
    there({ ...change, id: two.id, isOnline: false }),
  ])
  const rows = await db.rows<{ online: boolean }>(
    sql`select online from controller where location_id = ${locationId} and online`,
  )
  expect(rows).toHaveLength(1)
})

test('of a controller without a home nobody is told, and its status counts all the same', async () => {
  const locationId = await createTestLocation(db)
  const waiting = await createTestController(db, null)
  const linked = await createTestController(db, locationId)
  const told: LiveNotice[] = []
  onTestFinished(await db.listen('live', (payload) => void told.push(JSON.parse(payload) as LiveNotice)))
  const write = createConnectionWriter(db)
  await Promise.all([
    write({ id: waiting.id, locationId: null, at: now, isOnline: true, boot: 'first' }),
    write({ id: linked.id, locationId, at: now, isOnline: true }),
  ])
  await write({ id: linked.id, locationId, at: now + 1, isOnline: false })
  await vi.waitFor(() => expect(told).toHaveLength(2))
  expect(told).toEqual(
    [true, false].map((online) => ({ t: 'controller', l: locationId, c: linked.id, online })),
  )
  expect(await findState(waiting.id)).toMatchObject({ online: true, reports_status: true, boot: 'first' })
})

test('the alarm of another home is not cleared, whatever is still believed of where its controller is', async () => {
  const [former, locationId] = [await createTestLocation(db, 'Former'), await createTestLocation(db, 'New')]
  const { id } = await createTestController(db, locationId)
  await raiseAlarm(db, { ...connectionAlarm({ id, locationId: former }), at: now })
  await createConnectionWriter(db)({ id, locationId, at: now + 1, isOnline: true })
  expect(await db.row(sql`select status from alarm where controller_id = ${id}`)).toEqual({
    status: 'ACTIVE',
  })
})

test('readings tell nothing of the boot, the status, or since when a controller is connected', async () => {
  const { id } = await createTestController(db, null)
  const write = createConnectionWriter(db)
  const change = { id, locationId: null, isOnline: true }
  await Promise.all([
    write({ ...change, at: now + 5000, boot: 'first' }),
    // Told later, of earlier.
    write({ ...change, at: now }),
  ])
  const first = { online: true, reports_status: true, boot: 'first', last_seen_at: now + 5000 }
  expect(await findState(id)).toEqual({ ...first, online_changed_at: now + 5000 })
  await write({ ...change, at: now + 1000 })
  expect(await findState(id)).toEqual({ ...first, online_changed_at: now + 5000 })
})

test('of a controller that comes and goes all the time sixty changes an hour are kept, of others each', async () => {
  const flaky = await createTestController(db, null)
  const other = await createTestController(db, null)
  await db.run(
    sql`insert into controller_connection (controller_id, at, online)
        select ${flaky.id}, ${new Date(now)}::timestamptz - i * interval '1 minute', true from generate_series(1, 59) as i`,
  )
  const write = createConnectionWriter(db)
  const tell = (id: number, minutes: number, isOnline: boolean) =>
    write({ id, locationId: null, at: now + minutes * 60_000, isOnline })
  const count = async (id: number) =>
    (await db.rows(sql`select 1 from controller_connection where controller_id = ${id}`)).length
  await tell(flaky.id, 0, true)
  await Promise.all([tell(flaky.id, 0.1, false), tell(other.id, 0.1, true)])
  expect([await count(flaky.id), await count(other.id)]).toEqual([60, 1])
  expect(await findState(flaky.id)).toMatchObject({ online: false })
  await tell(flaky.id, 30, true)
  expect(await count(flaky.id)).toBe(61)
})

const findState = (id: number) =>
  db.row(
    sql`select online, reports_status, boot, last_seen_at, online_changed_at from controller where id = ${id}`,
  )

test('signs of life are written in the same order as who comes and goes, wherever the rows lie', async () => {
  const locationId = await createTestLocation(db)
  const one = await createTestController(db, locationId)
  const two = await createTestController(db, locationId)
  // A changed row lies behind the others, and a few hundred are read as they lie.
  await db.run(
    sql`insert into controller (unit_id, kind) select 'other ' || i, 'CONTROLLER' from generate_series(1, 300) as i`,
  )
  await db.run(sql`update controller set alias = 'changed' where id = ${one.id}`)
  await db.run(sql`analyze controller`)
  const hasBegun = Promise.withResolvers<void>()
  const locked = db.transaction(async (tx) => {
    await lockControllers(tx, [one.id])
    hasBegun.resolve()
    if (db.kind === 'postgres') await vi.waitUntil(() => isSomebodyBlocked(tx), { interval: 10 })
    await lockControllers(tx, [two.id])
  })
  await hasBegun.promise
  const sign = { at: now, periodSeconds: 7, clock: null }
  await saveControllerPaces(
    db.at('page'),
    [one, two].map(({ id }) => ({ ...sign, id })),
  )
  await locked
  const rows = await db.rows<{ period_seconds: number }>(
    sql`select period_seconds from controller where location_id = ${locationId}`,
  )
  expect(rows.map((row) => row.period_seconds)).toEqual([7, 7])
})
