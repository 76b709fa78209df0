import { formatDay, localMidnightMs, parseDay } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { expect, test } from 'vitest'
import { makeWorld } from '../testing/made-world.ts'
import { prepareWorld } from '../world-lookup.ts'
import { findPastDays, kindOfDay, type PastDaysAsked } from './past-days.ts'

const lookup = prepareWorld(makeWorld([], { holidays: { SI: ['2026-05-01', '2026-05-02'] } }))
const kindOf = (day: number) => kindOfDay(lookup, day, formatDay(day))

/** Days of one energy by the quarter-hour. */
function steady(from: string, to: string, energy: number, fedIn: number | null = null): QuarterHourSeries {
  const firstStartMs = localMidnightMs(from)
  const count = (localMidnightMs(to) - firstStartMs) / 900_000
  const row = (value: number) => new Float64Array(count).fill(value)
  return {
    ...{ firstStartMs, importMilliWh: row(energy), isEstimated: new Uint8Array(count) },
    exportMilliWh: fedIn === null ? null : row(fedIn),
  }
}
const find = (history: QuarterHourSeries[], more: Partial<PastDaysAsked> = {}) =>
  findPastDays(
    lookup.zone,
    {
      ...{ history, untilMs: localMidnightMs('2026-05-10'), needsExport: false, spot: [] },
      ...{ firstRecentDay: parseDay('2026-03-01') },
      ...more,
    },
    kindOf,
  )

test('public holidays are spent like Sundays', () => {
  const kinds = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04', '2026-05-09'].map((day) =>
    kindOf(parseDay(day)),
  )
  // The first two of May are holidays, a Friday and a Saturday.
  expect(kinds).toEqual(['sunday', 'sunday', 'sunday', 'workday', 'saturday'])
})

test('of two rows of the same day the first decides', () => {
  const days = find([steady('2026-05-04', '2026-05-07', 100), steady('2026-05-06', '2026-05-09', 200)])
  expect(days.map(({ day, importMilliWh }) => [formatDay(day), importMilliWh[50]])).toEqual([
    ['2026-05-04', 100],
    ['2026-05-05', 100],
    ['2026-05-06', 100],
    ['2026-05-07', 200],
    ['2026-05-08', 200],
  ])
})

test('only days that are over, and of which hardly anything is missing, tell what is usual', () => {
  const series = steady('2026-05-04', '2026-05-08', 100)
  series.importMilliWh.fill(Number.NaN, 10, 14)
  series.importMilliWh.fill(Number.NaN, 96 + 10, 96 + 16)
  const days = find([series], { untilMs: localMidnightMs('2026-05-07') + 43_200_000 })
  expect(days.map(({ day }) => formatDay(day))).toEqual(['2026-05-04', '2026-05-06'])
  // What is missing is filled with the day's own mean.
  expect([...days[0]!.importMilliWh.slice(8, 16)]).toEqual(new Array(8).fill(100))
})

test('where feed-in counts, a day without it says nothing', () => {
  const history = [steady('2026-05-04', '2026-05-06', 100), steady('2026-05-06', '2026-05-08', 100, 7)]
  expect(find(history).length).toBe(4)
  const days = find(history, { needsExport: true })
  expect(days.map(({ day, exportMilliWh }) => [formatDay(day), exportMilliWh?.[5]])).toEqual([
    ['2026-05-06', 7],
    ['2026-05-07', 7],
  ])
})
