import { weekday } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localTimeAt } from '../local-grid.ts'
import type { SpotPrices } from '../pricing-world.ts'
import { knownShareOf, laySpotOfYear, shiftDaysOf } from './market-years.ts'

const quarterMs = 900_000
const zone = 'Europe/Ljubljana'

/** Prices that say when they were: the quarter-hour of the local week. */
function weekPrices(fromMs: number, count: number): SpotPrices {
  const price = Float64Array.from({ length: count }, (_, i) => placeInWeek(fromMs + i * quarterMs))
  return { currency: 'EUR', firstStartMs: fromMs, price, sourceOf: new Uint8Array(count), sources: ['made'] }
}
function placeInWeek(ms: number): number {
  const { day, minute } = localTimeAt(ms, zone)
  return weekday(day) * 1440 + minute
}

test('each quarter-hour gets the price of the same weekday and local time of that season', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 360 }), (yearsBack, day) => {
      const fromMs = Date.UTC(2025, 5, 1) + day * 86_400_000
      const toMs = fromMs + 8 * 86_400_000
      const shiftMs = shiftDaysOf(yearsBack) * 86_400_000
      expect(Math.abs(shiftMs / 86_400_000 - 365.25 * yearsBack)).toBeLessThanOrEqual(3.5)
      const old = weekPrices(fromMs - shiftMs - 2 * 86_400_000, 12 * 96)
      const laid = laySpotOfYear(old, yearsBack, { fromMs, toMs, zone })
      expect(knownShareOf(laid, fromMs, toMs)).toBe(1)
      laid.price.forEach((price, i) => {
        const atMs = fromMs + i * quarterMs
        // The hour that a night of changing clocks has twice or not at all.
        if (localTimeAt(atMs, zone).minute >= 120 && localTimeAt(atMs, zone).minute < 180) return
        expect(price).toBe(placeInWeek(atMs))
      })
    }),
    { numRuns: 60 },
  )
})

test('what is not stored stays unknown', () => {
  const fromMs = Date.UTC(2026, 0, 10)
  const old = weekPrices(fromMs - 364 * 86_400_000, 96)
  const laid = laySpotOfYear(old, 1, { fromMs, toMs: fromMs + 2 * 86_400_000, zone })
  expect(knownShareOf(laid, fromMs, fromMs + 2 * 86_400_000)).toBe(0.5)
})
