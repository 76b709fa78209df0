import { isComplete } from '@ohmstead/pricing/time-plan/find-uncovered'
import { compileTimePlan, slotAt } from '@ohmstead/pricing/time-plan/slot-at'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDb } from '../../testing/test-db.ts'
import { type KeptLibraryPlans, seedLibraryTimePlans } from './library-time-plans.ts'
import { findTimePlan, findTimePlans } from './time-plan-queries.ts'

let database: Awaited<ReturnType<typeof openTestDb>>
let kept: KeptLibraryPlans

beforeAll(async () => {
  database = await openTestDb()
  kept = await seedLibraryTimePlans(database.db, Date.UTC(2026, 0, 1))
})
afterAll(() => database.close())

test('the plan of four windows covers every instant, as its suppliers print it', async () => {
  const plan = (await findTimePlan(database.db, kept.fourWindows.timePlanId))!
  expect(plan.libraryKey).toBe('si-four-windows')
  expect(isComplete(plan)).toBe(true)
  const compiled = compileTimePlan(plan, [])
  const blockAt = (day: string, hour: number) => slotAt(compiled, 'PRICING_ENERGY', day, hour * 60)?.blockId
  const { solarLow, solarHigh, base, peak } = kept.fourWindows.blockIds
  const hours = [0, 8.75, 9, 15.75, 16, 17.75, 18, 20.75, 21, 23.75]
  for (const [day, solar] of [
    ['2026-02-28', solarHigh],
    ['2026-03-01', solarLow],
    ['2026-08-15', solarLow],
    ['2026-10-31', solarLow],
    ['2026-11-01', solarHigh],
    ['2024-03-01', solarLow],
  ] as const)
    expect([day, ...hours.map((hour) => blockAt(day, hour))]).toEqual([
      day,
      base,
      base,
      solar,
      solar,
      base,
      base,
      peak,
      peak,
      base,
      base,
    ])
})

test('storing it again changes nothing', async () => {
  const before = await findTimePlans(database.db)
  const again = await Promise.all([
    seedLibraryTimePlans(database.db, Date.UTC(2027, 0, 1)),
    seedLibraryTimePlans(database.db, Date.UTC(2027, 0, 1)),
  ])
  expect(again).toEqual([kept, kept])
  expect(await findTimePlans(database.db)).toEqual(before)
})
