import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import {
  announceClosing,
  findClosedUntil,
  findDays,
  findMarks,
  findSummedLocations,
  replaceDays,
  setClosedUntil,
} from './energy-day-queries.ts'

const day = 86_400_000
const first = Date.UTC(2026, 5, 1)
const zone = 'Europe/Ljubljana'
let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  close = opened.close
})
afterAll(() => close())
beforeEach(async () => {
  await db.run(sql`delete from telemetry_state`)
  await db.run(sql`delete from energy_day`)
})

const write = (locationId: number, controllerId: number, version: number) =>
  db.run(
    sql`insert into telemetry_state (location_id, controller_id, version, newest, longest_step_seconds, values, energy)
        values (${locationId}, ${controllerId}, ${version}, ${new Date(first)}, 60, '{}', '{}')
        on conflict (location_id, controller_id) do update set version = excluded.version`,
  )
const closed = async () => (await findClosedUntil(db, [7, 8], zone)).get(7)

const lowerTo = (controllerId: number, until: number) =>
  db.run(
    sql`update telemetry_state set closing_until = ${new Date(until)} where controller_id = ${controllerId}`,
  )
const close7 = (until: number) => setClosedUntil(db, [7], until, zone)

test('days are summed up only where no writer has changed them since that was announced', async () => {
  await write(7, 1, 1)
  await write(7, 2, 1)
  await write(8, 3, 1)
  expect(await close7(first)).toBe(0)
  await announceClosing(db, [7], first)
  expect(await close7(first)).toBe(2)
  expect(await closed()).toBe(first)
  await announceClosing(db, [7], first + day)
  await lowerTo(2, first + day - 1)
  expect(await close7(first + day)).toBe(1)
  expect(await closed()).toBe(first)
  await announceClosing(db, [7], first + day)
  expect(await close7(first + day)).toBe(2)
  expect(await closed()).toBe(first + day)
  expect(await findSummedLocations(db, [7, 8])).toEqual([
    { location_id: 7, closed_until: first + day, closed_zone: zone },
    { location_id: 8, closed_until: null, closed_zone: null },
  ])
  const newest = first + 60_000
  expect(await findMarks(db, [7, 8])).toEqual(
    new Map([
      [7, { until: first + day, newest }],
      [8, { until: Number.NEGATIVE_INFINITY, newest }],
    ]),
  )
})

test('a new controller, or another zone, invalidates the sums', async () => {
  await write(7, 1, 1)
  await announceClosing(db, [7], first)
  await close7(first)
  expect((await findClosedUntil(db, [7], 'Europe/London')).size).toBe(0)
  await write(7, 2, 1)
  expect(await closed()).toBeUndefined()
  expect((await findMarks(db, [7])).get(7)!.until).toBe(Number.NEGATIVE_INFINITY)
})

test('days are found within a range and replace others', async () => {
  const days = [0, 1, 2].map((at) => ({
    locationId: 7,
    start: first + at * day,
    end: first + (at + 1) * day,
    energy: { 5: [at, 288, 288, 0] as [number, number, number, 0] },
  }))
  await replaceDays(db, [7], first, first + 3 * day, days)
  const found = async () => (await findDays(db, [7, 8], first, first + 3 * day)).map(([, start]) => start)
  expect(await found()).toEqual(days.map(({ start }) => start))
  expect(await findDays(db, [7], first + day, first + 2.5 * day)).toEqual([
    [7, first + day, { 5: [1, 288, 288, 0] }],
  ])
  await replaceDays(db, [7], first + day, first + 2 * day, [])
  expect(await found()).toEqual([first, first + 2 * day])
})
