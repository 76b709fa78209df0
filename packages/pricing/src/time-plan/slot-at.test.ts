import type { TimePlan, TimePlanSlot } from '@ohmstead/domain/pricing/time-plan'
import { expect, test } from 'vitest'
import { blockTypesInUse, compileTimePlan, seasonOn, slotAt } from './slot-at.ts'

const season = (id: number, validFrom: string, repeatsYearly = true) => ({
  id,
  title: `${id}`,
  validFrom,
  repeatsYearly,
})
const block = (id: number, type: 'PRICING_ENERGY' | 'LIMIT_POWER' = 'PRICING_ENERGY') => ({
  id,
  type,
  title: `${id}`,
  color: '#000000',
  value: null,
  tiers: [],
})
let ids = 0
const slot = (seasonId: number, blockId: number, weekday: number, fromMinute: number, toMinute: number) =>
  ({ id: ++ids, seasonId, blockId, weekday, fromMinute, toMinute }) as TimePlanSlot

const plan: TimePlan = {
  id: 1,
  title: 'Two seasons',
  color: '#000000',
  countryCode: 'SI',
  holidayWeekday: 7,
  blocks: [block(1), block(2), block(3, 'LIMIT_POWER')],
  seasons: [season(1, '2025-03-01'), season(2, '2025-11-01')],
  slots: [
    slot(1, 1, 1, 360, 1320),
    slot(1, 2, 1, 1320, 1440),
    slot(1, 2, 7, 0, 1440),
    slot(2, 1, 1, 0, 1440),
  ],
}
const compiled = compileTimePlan(plan, ['2026-05-01'])
const blockAt = (day: string, minute: number, of = compiled) =>
  slotAt(of, 'PRICING_ENERGY', day, minute)?.blockId ?? null

test.each([
  ['2025-02-28', null],
  ['2025-03-01', 1],
  ['2025-10-31', 1],
  ['2025-11-01', 2],
  ['2026-01-15', 2],
  ['2026-02-28', 2],
  ['2026-03-01', 1],
  ['2031-12-31', 2],
])('the season in force on %s is %j', (day, id) => expect(seasonOn(plan, day)?.id ?? null).toBe(id))

test('a season that does not repeat holds until another begins', () => {
  const seasons = [season(1, '2025-03-01', false), season(2, '2026-11-01')]
  expect(['2026-10-31', '2026-11-01', '2027-06-01'].map((day) => seasonOn({ seasons }, day)?.id)).toEqual([
    1, 2, 2,
  ])
})

test('of two seasons that begin on one day the newer holds, in either order', () => {
  const seasons = [season(1, '2024-03-01'), season(2, '2026-03-01')]
  for (const order of [seasons, seasons.toReversed()])
    expect(
      ['2025-03-01', '2026-03-01', '2027-05-01'].map((day) => seasonOn({ seasons: order }, day)?.id),
    ).toEqual([1, 2, 2])
})

test('29 February repeats on 1 March where there is none', () => {
  const seasons = [season(1, '2024-01-01'), season(2, '2024-02-29')]
  expect(['2025-02-28', '2025-03-01', '2028-02-29'].map((day) => seasonOn({ seasons }, day)?.id)).toEqual([
    1, 2, 2,
  ])
})

test.each([
  ['before the first slot of a Monday', '2026-05-04', 359, null],
  ['at the first minute', '2026-05-04', 360, 1],
  ['at the last minute', '2026-05-04', 1319, 1],
  ['until 24:00', '2026-05-04', 1439, 2],
  ['on a day without slots', '2026-05-05', 600, null],
  ['on a holiday, a Friday like a Sunday', '2026-05-01', 600, 2],
  ['before the first season', '2024-05-06', 600, null],
])('the slot %s', (_, day, minute, blockId) => expect(blockAt(day, minute)).toBe(blockId))

test('holidays have slots of their own, or are ordinary days', () => {
  const own = { ...plan, holidayWeekday: 8 as const, slots: [...plan.slots, slot(1, 1, 8, 0, 1440)] }
  expect(blockAt('2026-05-01', 600, compileTimePlan(own, ['2026-05-01']))).toBe(1)
  const none = { ...plan, holidayWeekday: null }
  expect(blockAt('2026-05-01', 600, compileTimePlan(none, ['2026-05-01']))).toBe(null)
})

test('block types do not share slots', () => {
  expect(slotAt(compiled, 'LIMIT_POWER', '2026-05-04', 600)).toBe(null)
  expect(blockTypesInUse(plan)).toEqual(['PRICING_ENERGY', 'LIMIT_POWER'])
})

test('where slots overlap, the first holds', () => {
  const both = { ...plan, slots: [slot(1, 2, 1, 0, 600), slot(1, 1, 1, 0, 1440)] }
  const two = compileTimePlan(both, [])
  expect([blockAt('2026-05-04', 599, two), blockAt('2026-05-04', 600, two)]).toEqual([2, 1])
})
