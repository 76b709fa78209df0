import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { announceRetention } from './retention.ts'

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

const findWishes = async () => {
  const rows = await db.rows<{ days: number }>(sql`select days from sample_retention order by days`)
  return rows.map(({ days }) => days)
}

test("another process's request counts for a day after it was last made, and is forgotten after a month", async () => {
  expect(await announceRetention(db, 400, now)).toEqual({ days: 400, isSettled: false })
  expect(await announceRetention(db, 40, now + hour)).toEqual({ days: 400, isSettled: false })
  expect(await announceRetention(db, 40, now + day + hour)).toEqual({ days: 40, isSettled: true })
  // More than before counts at once.
  expect(await announceRetention(db, 400, now + 3 * day)).toEqual({ days: 400, isSettled: true })
  expect(await announceRetention(db, 400, now + 31 * day)).toMatchObject({ days: 400 })
  expect(await findWishes()).toEqual([40, 400])
  await announceRetention(db, 400, now + 32 * day)
  expect(await findWishes()).toEqual([400])
})
