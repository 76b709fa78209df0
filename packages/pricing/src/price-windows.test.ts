import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPriceWindows } from './price-windows.ts'

const rowOf = (prices: number[], firstStartMs = 0) => ({ firstStartMs, prices })
const hourly = (prices: number[]) => prices.flatMap((price) => [price, price, price, price])

describe('price windows', () => {
  test('are the cheapest and the dearest hours in a row, negative prices included', () => {
    const found = findPriceWindows(rowOf(hourly([0.2, 0.1, -0.05, 0.02, 0.3, 0.25])), 2)
    expect(found).toEqual({
      cheapest: { fromMs: 8 * quarterHourMs, toMs: 16 * quarterHourMs, mean: -0.015 },
      dearest: { fromMs: 16 * quarterHourMs, toMs: 24 * quarterHourMs, mean: 0.275 },
    })
  })

  test('begin on any quarter-hour', () => {
    expect(findPriceWindows(rowOf([5, 5, 1, 1, 1, 1, 5, 5]), 1)!.cheapest.fromMs).toBe(2 * quarterHourMs)
  })

  test('never span a gap', () => {
    const prices = [1, 1, 1, Number.NaN, 1, 9, 9, 9, 9]
    expect(findPriceWindows(rowOf(prices), 1)!.cheapest).toEqual({
      ...{ fromMs: 4 * quarterHourMs, toMs: 8 * quarterHourMs },
      mean: 7,
    })
    expect(findPriceWindows(rowOf([1, 1, Number.NaN, 1, 1]), 1)).toBe(null)
    expect(findPriceWindows(rowOf([]), 1)).toBe(null)
  })

  test('of equal ones the earliest is named', () => {
    const { cheapest, dearest } = findPriceWindows(rowOf(hourly([0.1, 0.2, 0.1, 0.2, 0.1])), 1)!
    expect([cheapest.fromMs, dearest.fromMs]).toEqual([0, 4 * quarterHourMs])
  })

  test.each(['2026-03-29', '2026-10-25'])('last as long as they say when clocks change: %s', (day) => {
    const firstStartMs = localMidnightMs(day)
    const prices = Array.from({ length: 100 }, (_, place) => Math.abs(place - 10))
    const { cheapest } = findPriceWindows(rowOf(prices, firstStartMs), 3)!
    expect(cheapest.toMs - cheapest.fromMs).toBe(12 * quarterHourMs)
    expect(cheapest.fromMs).toBe(firstStartMs + 4 * quarterHourMs)
  })

  test('are those of trying them all', () => {
    const price = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: -500, max: 4000 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    )
    fc.assert(
      fc.property(fc.array(price, { maxLength: 120 }), fc.integer({ min: 1, max: 6 }), (perMwh, hours) => {
        const prices = perMwh.map((one) => (one === null ? Number.NaN : one / 1e4))
        const length = hours * 4
        const sums = prices
          .map((_, place) => perMwh.slice(place, place + length))
          .filter((window) => window.length === length && !window.includes(null))
          .map((window) => window.reduce<number>((sum, one) => sum + one!, 0))
        const found = findPriceWindows(rowOf(prices), hours)
        if (sums.length === 0) expect(found).toBe(null)
        else {
          expect(found!.cheapest.mean).toBeCloseTo(Math.min(...sums) / length / 1e4, 10)
          expect(found!.dearest.mean).toBeCloseTo(Math.max(...sums) / length / 1e4, 10)
        }
      }),
    )
  })
})

test('of windows that are equal to the last digit the earliest holds, however far the sum has rolled', () => {
  const prices = Float64Array.from({ length: 400 }, (_, at) => Math.sqrt((at % 4) + 2) / 9)
  const found = findPriceWindows({ firstStartMs: 0, prices }, 1)!
  expect([found.cheapest.fromMs, found.dearest.fromMs]).toEqual([0, 0])
})
