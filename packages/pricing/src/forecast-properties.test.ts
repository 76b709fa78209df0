import { compareExact, parseExact, subtractExact } from '@ohmstead/domain/money/exact'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bill } from './bill.ts'
import { forecastMonth, type MoneyRange } from './forecast-month.ts'
import { anyWorld } from './testing/any-world.ts'
import { makeEnergies } from './testing/made-world.ts'
import { firstOfNext, knownAt, lastDayOf, plusDays } from './testing/stationary-home.ts'

const isAscending = ({ low, middle, high }: MoneyRange) =>
  compareExact(parseExact(low), parseExact(middle)) <= 0 &&
  compareExact(parseExact(middle), parseExact(high)) <= 0

describe('property: the forecast of a month', () => {
  const asked = fc.record({
    any: anyWorld,
    seed: fc.integer({ min: 1, max: 9999 }),
    hasExport: fc.boolean(),
    gaps: fc.constantFrom(0, 0, 0.002, 0.2),
    passed: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  test('is the bill once the month is over and read', () => {
    fc.assert(
      fc.property(asked, ({ any: { world, month, zone }, seed, hasExport }) => {
        const made = makeEnergies(plusDays(`${month}-01`, -20), firstOfNext(month), { seed, zone, hasExport })
        const nowMs = localMidnightMs(firstOfNext(month), zone)
        const found = forecastMonth(world, made, { nowMs, month, history: [made], seed })
        const { payable, feedIn } = bill(world, made, { from: `${month}-01`, to: lastDayOf(month) }).totals
        expect(found.soFar?.totals.payable).toBe(payable)
        if (payable === null) expect(found.whole).toBeNull()
        else {
          expect(found.whole?.payable).toEqual({ low: payable, middle: payable, high: payable })
          expect(found.whole?.feedIn).toEqual({ low: feedIn, middle: feedIn, high: feedIn })
          expect(found.basis).toMatchObject({ drawnDays: 0, unreadQuarterHours: 0 })
        }
      }),
      { numRuns: 60 },
    )
  })

  test('begins with exactly the bill of the days so far, and its range contains its middle', () => {
    fc.assert(
      fc.property(asked, ({ any: { world, month, zone }, seed, hasExport, gaps, passed }) => {
        const fromMs = localMidnightMs(`${month}-01`, zone)
        const endMs = localMidnightMs(firstOfNext(month), zone)
        const nowMs = fromMs + quarterHourMs + Math.floor(passed * (endMs - fromMs - quarterHourMs - 1))
        const days = plusDays(`${month}-01`, -30)
        const all = makeEnergies(days, firstOfNext(month), { seed, zone, hasExport, gaps, estimated: 0.1 })
        const known = knownAt(all, 0, nowMs)
        const found = forecastMonth(world, known, { nowMs, history: [known], seed })
        const to = new Date(found.untilMs).toISOString().slice(0, 10)
        const { months, totals, exact, quality } = bill(world, known, {
          ...{ from: `${month}-01`, to: found.soFar?.to ?? to },
          untilMs: nowMs,
        })
        expect(found.soFar).toMatchObject({ months, totals, exact, quality })
        expect(found.basis.unreadQuarterHours).toBeGreaterThanOrEqual(quality.missing)
        if (!found.whole) return
        // Of days of which nothing was read there is no bill, and yet a forecast.
        expect(totals.payable === null).toBe(quality.missing === quality.intervals)
        expect(Object.values(found.whole).every(isAscending)).toBe(true)
        expect(found.payables).toContain(found.whole.payable.middle)
        const { payable, importCost, feedIn } = found.whole
        const rest = subtractExact(parseExact(importCost.middle), parseExact(feedIn.middle))
        expect(compareExact(rest, parseExact(payable.middle))).toBe(0)
        expect(forecastMonth(world, known, { nowMs, history: [known], seed })).toEqual(found)
      }),
      { numRuns: 60 },
    )
  })

  test('is never lost because more days are known', () => {
    fc.assert(
      fc.property(asked, fc.integer({ min: 0, max: 40 }), ({ any, seed, hasExport, gaps, passed }, days) => {
        const { world, month, zone } = any
        const fromMs = localMidnightMs(`${month}-01`, zone)
        const nowMs = fromMs + Math.floor(passed * (localMidnightMs(firstOfNext(month), zone) - fromMs - 1))
        const start = plusDays(`${month}-01`, -40)
        const full = makeEnergies(start, firstOfNext(month), { seed, zone, hasExport })
        const fewer = { ...full, importMilliWh: full.importMilliWh.slice() }
        const random = randomSequence(seed)
        fewer.importMilliWh.forEach((_, place) => {
          if (random() < gaps) fewer.importMilliWh[place] = Number.NaN
        })
        const shorter = knownAt(fewer, localMidnightMs(plusDays(start, days), zone), nowMs)
        const ask = (known: QuarterHourSeries) =>
          forecastMonth(world, known, { nowMs, history: [known], seed })
        if (ask(shorter).whole) expect(ask(knownAt(full, 0, nowMs)).whole).not.toBeNull()
      }),
      { numRuns: 60 },
    )
  })
})
