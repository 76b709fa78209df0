import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { announceAge, confirmAge, findRequests } from './retention.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 5, 1)
let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  close = opened.close
})
afterAll(() => close())
beforeEach(() => db.run(sql`delete from sample_retention`))

const losing = async () => true
const harmless = async () => false
const ask = (days: number, at: number, loses = harmless) =>
  announceAge(db, 'drop', { days, now: at }, loses).then((kept) => [
    kept.days,
    kept.isSettled,
    kept.waitingDays,
  ])

test("another process's request counts for a day after it was last made, and is forgotten after a month", async () => {
  expect(await ask(400, now)).toEqual([400, false, null])
  expect(await ask(40, now + hour)).toEqual([400, false, null])
  expect(await ask(40, now + day + hour)).toEqual([40, true, null])
  // More than before counts at once.
  expect(await ask(400, now + 3 * day)).toEqual([400, true, null])
  expect(await ask(400, now + 31 * day)).toEqual([400, true, null])
  const days = async () => (await findRequests(db, 'drop')).map((request) => request.days)
  expect(await days()).toEqual([40, 400])
  await ask(400, now + 32 * day)
  expect(await days()).toEqual([400])
})

test('a lower age that loses readings waits until it is confirmed, however long', async () => {
  await ask(400, now)
  for (const days of [2, 10, 20]) expect(await ask(40, now + days * day, losing)).toEqual([400, true, 40])
  expect(await confirmAge(db, 'drop', { days: 41, now })).toBe(false)
  expect(await confirmAge(db, 'drop', { days: 40, now: now + 20 * day })).toBe(true)
  // Repeated after a pause, it is a new request.
  expect(await ask(40, now + 22 * day, losing)).toEqual([400, true, 40])
  await confirmAge(db, 'drop', { days: 40, now: now + 22 * day })
  expect(await ask(40, now + 22.5 * day, losing)).toEqual([40, false, null])
  expect(await ask(40, now + 23.5 * day, losing)).toEqual([40, true, null])
})

test('what was confirmed once must be confirmed again after a higher age', async () => {
  await ask(400, now)
  await ask(40, now + day, losing)
  await confirmAge(db, 'drop', { days: 40, now: now + day })
  expect(await ask(40, now + day + hour, losing)).toEqual([40, false, null])
  expect(await ask(400, now + day + 2 * hour, losing)).toEqual([400, false, null])
  expect(await ask(40, now + 3 * day, losing)).toEqual([400, true, 40])
})

test('also where another process has gone on asking for it meanwhile', async () => {
  await ask(400, now)
  await ask(40, now + day, losing)
  await confirmAge(db, 'drop', { days: 40, now: now + day })
  await ask(40, now + day + hour, losing)
  await ask(400, now + day + 2 * hour, losing)
  expect(await ask(40, now + day + 12 * hour, losing)).toEqual([400, false, null])
  expect(await ask(40, now + day + 25 * hour, losing)).toEqual([400, true, null])
  expect(await ask(40, now + day + 27 * hour, losing)).toEqual([400, true, 40])
})

test('the first age of a database that has readings already must be confirmed', async () => {
  expect(await ask(400, now, losing)).toEqual([null, false, 400])
  expect(await ask(400, now + 2 * day, losing)).toEqual([null, false, 400])
  expect(await ask(500, now + 2 * day)).toEqual([500, false, null])
})
