import {
  addExact,
  compareExact,
  type Exact,
  formatExact,
  multiplyExact,
  parseExact,
} from '@ohmstead/domain/money/exact'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareSpot, spotPriceOf } from './spot-pricing.ts'

const text = (decimals: number, most: number) =>
  fc
    .integer({ min: -most, max: most })
    .map((digits) => formatExact({ digits: BigInt(digits), scale: decimals }))
const positive = (decimals: number, most: number) =>
  fc.integer({ min: 1, max: most }).map((digits) => formatExact({ digits: BigInt(digits), scale: decimals }))

test('floor and cap hold from exactly the market price on where they begin to', () => {
  const rule = fc.record({
    factor: fc.oneof(fc.constant('0'), positive(4, 30_000)),
    markup: text(5, 20_000),
    floor: fc.option(text(4, 3000)),
    hourlyCap: fc.option(text(5, 30_000)),
    exchangeRate: fc.oneof(fc.constant('1'), positive(3, 12_000)),
  })
  fc.assert(
    fc.property(
      rule,
      fc.integer({ min: -60_000_000, max: 60_000_000 }),
      fc.integer({ min: -2, max: 2 }),
      (terms, any, beside) => {
        const { factor, markup, floor, hourlyCap, exchangeRate } = terms
        const price = {
          ...{ kind: 'spot_market' as const, region: 'SI', factor, markup, floor, hourlyCap },
          ...{ monthlyCap: null, substitute: null },
        }
        const rate = parseExact(exchangeRate)
        const bare = prepareSpot(price, null, rate)
        // Close to where the floor or the cap begins, or anywhere.
        const edges = [bare.floorBelow, (bare.capAbove[4] ?? 0) / 4].filter(Number.isFinite)
        for (const digits of [any, ...edges.map((edge) => Math.round(edge) + beside)]) {
          if (Math.abs(digits) > 1e15) continue
          const prices = {
            ...{ currency: 'EUR' as const, firstStartMs: 0, sourceOf: new Uint8Array(4), sources: ['made'] },
            price: new Float64Array(4).fill(digits),
          }
          const spot = prepareSpot(price, prices, rate)
          const market = multiplyExact({ digits: BigInt(digits), scale: 8 }, rate)
          const expected = priceByHand(market, price)
          for (let place = 0; place < 4; place++)
            expect(formatExact(spotPriceOf(spot, place * quarterHourMs)!)).toBe(formatExact(expected))
        }
      },
    ),
    { numRuns: 500 },
  )
})

/** All four quarter-hours of the hour cost the same. */
function priceByHand(
  market: Exact,
  {
    factor,
    markup,
    floor,
    hourlyCap,
  }: { factor: string; markup: string; floor: string | null; hourlyCap: string | null },
): Exact {
  const isAbove = hourlyCap !== null && compareExact(market, parseExact(hourlyCap)) > 0
  const price = addExact(
    multiplyExact(isAbove ? parseExact(hourlyCap) : market, parseExact(factor)),
    parseExact(markup),
  )
  return floor !== null && compareExact(price, parseExact(floor)) < 0 ? parseExact(floor) : price
}

test('a price outside what is known is unknown', () => {
  const price = {
    ...{ kind: 'spot_market' as const, region: 'SI', factor: '1', markup: '0', floor: '0', hourlyCap: '1' },
    ...{ monthlyCap: null, substitute: null },
  }
  const prices = {
    ...{ currency: 'EUR' as const, firstStartMs: 0, sourceOf: new Uint8Array(2), sources: ['made'] },
    price: Float64Array.of(1, Number.NaN),
  }
  const spot = prepareSpot(price, prices, { digits: 1n, scale: 0 })
  const at = (place: number) => spotPriceOf(spot, place * quarterHourMs)
  expect([at(-1), at(1), at(2)]).toEqual([null, null, null])
  expect(formatExact(at(0)!)).toBe('0.00000001')
  expect(spotPriceOf(prepareSpot(price, null, { digits: 1n, scale: 0 }), 0)).toBe(null)
})
