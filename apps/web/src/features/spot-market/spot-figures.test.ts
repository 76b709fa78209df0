import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quarterMs } from './build-spot-chart.ts'
import { findDayFigures } from './day-figures.ts'
import { moveYearCursor } from './draw-year-map.ts'
import { findPriceScale, priceColour } from './price-colours.ts'
import { createSpotText } from './spot-price-text.ts'
import { findMonthMeans } from './year-table.tsx'

test('the figures of a day leave out what is unknown or outside of it', () => {
  const row = { from: 0, prices: [1000, -5, null, 25, 10, -1000] }
  expect(findDayFigures(row, quarterMs, 5 * quarterMs)).toEqual({
    mean: 10,
    lowest: { price: -5, atMs: quarterMs },
    highest: { price: 25, atMs: 3 * quarterMs },
    belowZeroMs: quarterMs,
  })
  expect(findDayFigures(row, 2 * quarterMs, 3 * quarterMs)).toBeNull()
})

test('the mean of each hour of a month counts its days with prices', () => {
  const prices: (number | null)[] = Array(365 * 24).fill(null)
  prices[5] = 10
  prices[24 + 5] = 20
  prices[31 * 24 + 5] = -3
  const means = findMonthMeans({ year: 2026, prices })
  expect([means[0]![5], means[1]![5], means[0]![6], means[11]![5]]).toEqual([15, -3, null, null])
})

test('the arrow keys stay within the year', () => {
  const days = 365
  fc.assert(
    fc.property(
      fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'),
      fc.integer({ min: 0, max: days * 24 - 1 }),
      (key, at) => {
        const next = moveYearCursor(key, at, days)!
        expect(next >= 0 && next < days * 24).toBe(true)
        if (!['ArrowUp', 'ArrowDown'].includes(key)) expect(next % 24).toBe(at % 24)
      },
    ),
  )
  expect(moveYearCursor('ArrowRight', 5, days)).toBe(29)
  expect(moveYearCursor('a', 5, days)).toBeNull()
})

test('colours grow darker away from zero on each side, and every price has one', () => {
  const scale = findPriceScale([-50, -10, 0, 20, 100, 150, null])
  const lightness = (price: number) => priceColour(price, scale).reduce((sum, part) => sum + part, 0)
  for (const [nearer, farther] of [
    [0, 40],
    [40, 90],
    [90, 150],
    [-5, -20],
    [-20, -50],
  ] as const)
    expect(lightness(farther)).toBeLessThan(lightness(nearer))
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (price) => {
      const colour = priceColour(price, scale)
      expect(colour).toHaveLength(3)
      for (const part of colour) expect(part >= 0 && part <= 255).toBe(true)
    }),
  )
  // Blue below zero, orange above.
  expect(priceColour(-30, scale)[2]).toBeGreaterThan(priceColour(-30, scale)[0]!)
  expect(priceColour(80, scale)[0]).toBeGreaterThan(priceColour(80, scale)[2]!)
})

test('the scale of colours leaves out the few most extreme hours, and says so', () => {
  const usual = Array.from({ length: 998 }, (_, at) => at / 10)
  expect(findPriceScale([...usual, -500, 4000])).toMatchObject({ hasLower: true, hasHigher: true })
  expect(findPriceScale([...usual, -500, 4000]).highest).toBeLessThan(100)
  expect(findPriceScale([0, 40, 90, null])).toEqual({
    ...{ lowest: 0, highest: 90 },
    ...{ hasLower: false, hasHigher: false },
  })
})

test('prices of megawatt-hours have two decimals, of kilowatt-hours five, and a true minus', () => {
  expect(createSpotText('en', 'EUR', 'MWh').price(-84.2)).toBe('−€84.20/MWh')
  expect(createSpotText('sl', 'EUR', 'kWh').price(0.08421)).toBe('0,08421\u00a0€/kWh')
  expect(createSpotText('en', 'EUR', 'MWh').price(null)).toBe('–')
  expect(createSpotText('en', 'EUR', 'MWh').amount(Number.NaN)).toBe('–')
})
