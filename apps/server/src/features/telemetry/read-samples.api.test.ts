import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { maintainPartitions } from './partitions.ts'
import { findLatestSamples, findOldestSample, findSamplesBefore, findSamplesFrom } from './read-samples.ts'
import { insertSamples, mergeSamples } from './sample-queries.ts'

const now = Date.UTC(2026, 5, 1, 12)
const minute = 60_000
const own = { locationId: 7, controllerId: 1 }
let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  close = opened.close
  await maintainPartitions(db, { now, retentionDays: 400 })
  const sample = (of: typeof own, minutes: number, values: Record<string, number>) => ({
    ...of,
    ts: now + minutes * minute,
    stepSeconds: null,
    values,
  })
  await insertSamples(db, [
    ...[0, 1, 2, 3].map((at) => sample(own, at, { 'grid/power': at })),
    sample(own, 4, { 'pv/power': 4 }),
    // Another one at the same home, and one of another home.
    ...[-1, 0.5, 2.5, 5].map((at) => sample({ locationId: 7, controllerId: 2 }, at, { 'grid/power': 99 })),
    sample({ locationId: 8, controllerId: 1 }, 1.5, { 'grid/power': 77 }),
  ])
})
afterAll(() => close())

const keys = ['grid/power']
const minutesOf = (rows: { ts: number }[]) => rows.map(({ ts }) => (ts - now) / minute)

test('the neighbours of an instant are samples of the same controller, the nearest first', async () => {
  const edge = now + 2 * minute
  expect(minutesOf(await findSamplesBefore(db, own, { keys, edge, limit: 10 }))).toEqual([1, 0])
  expect(minutesOf(await findSamplesFrom(db, own, { keys, edge, limit: 10 }))).toEqual([2, 3, 4])
  expect(minutesOf(await findSamplesFrom(db, own, { keys, edge, limit: 1 }))).toEqual([2])
  expect((await findSamplesFrom(db, own, { keys, edge, limit: 3 })).map(({ values }) => values)).toEqual([
    { 'grid/power': 2 },
    { 'grid/power': 3 },
    {},
  ])
})

test('also returns the oldest one, and the latest ones of a range', async () => {
  expect(await findOldestSample(db, own)).toBe(now)
  const stretch = { from: now, to: now + 3 * minute }
  expect(minutesOf(await findLatestSamples(db, own, { ...stretch, limit: 2 }))).toEqual([1, 2])
  expect(minutesOf(await findLatestSamples(db, own, { ...stretch, limit: null }))).toEqual([0, 1, 2])
})

test('repeated values change nothing, new values of an instant are merged', async () => {
  const again = { ...own, ts: now, stepSeconds: null }
  expect(await mergeSamples(db, [{ ...again, values: { 'grid/power': 0 } }])).toEqual([])
  const changed = await mergeSamples(db, [{ ...again, values: { 'pv/power': 5 } }])
  expect(changed).toEqual([{ location_id: 7, controller_id: 1, ts: now }])
  const [first] = await findLatestSamples(db, own, { from: now, to: now + 1, limit: 1 })
  expect(first!.values).toEqual({ 'grid/power': 0, 'pv/power': 5 })
})
