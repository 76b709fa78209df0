import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { announcePackAge } from './pack-age.ts'
import { maintainPartitions } from './partitions.ts'
import { storeReadings } from './store-readings.ts'

const day = 86_400_000
const now = Date.UTC(2026, 5, 3)
let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now, retentionDays: 400 })
})
afterAll(() => close())

test('an age needs a confirmation only for readings that are older, of whichever month', async () => {
  const samples = [4, 1].map((days) => ({
    ts: now - days * day,
    stepSeconds: null,
    values: { 'grid/power': 100 },
  }))
  await storeReadings(db, [{ locationId: 1, controllerId: 1, devices: {}, samples }])
  // One reading is of the month in which older ones would be packed, the other of a later one.
  expect(await announcePackAge(db, 5, now)).toMatchObject({ days: 5, waitingDays: null })
  const later = now + 1.5 * day
  expect(await announcePackAge(db, 2, later)).toMatchObject({ days: 5, waitingDays: 2 })
})
