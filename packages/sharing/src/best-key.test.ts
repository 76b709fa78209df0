import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateIntervals } from './allocate-intervals.ts'
import { findBestKey } from './best-key.ts'
import { divideByWorth } from './divide-by-worth.ts'
import { readSupplierPrices } from './share-prices.ts'
import { prepareMonth } from './sharing-month.ts'
import { splitWhole } from './split-whole.ts'
import { anyShape, makeGroup } from './testing/any-group.ts'
import { asMembersAlways, withKey } from './whole-membership.ts'
import { buildWorthCurve, type WorthPoint, worthOfShare } from './worth-curve.ts'
import { worthOfEnergy } from './worth-of-energy.ts'

const anyPoints: fc.Arbitrary<WorthPoint[]> = fc.array(
  fc.record({
    pool: fc.integer({ min: 1, max: 5000 }),
    need: fc.integer({ min: 1, max: 5000 }),
    perMilliWh: fc.integer({ min: -30, max: 300 }).map((price) => price / 1000),
  }),
  { maxLength: 25 },
)

/** Every division into twentieths. */
function* divisions(count: number, left = 20): Generator<number[]> {
  if (count === 1) {
    yield [left / 20]
    return
  }
  for (let part = 0; part <= left; part++)
    for (const rest of divisions(count - 1, left - part)) yield [part / 20, ...rest]
}

const total = (receivers: readonly WorthPoint[][], shares: readonly number[]) =>
  receivers.reduce((sum, points, place) => sum + worthOfShare(points, shares[place]!), 0)

describe('the best division', () => {
  test('is not exceeded by any other, and proves it', () => {
    fc.assert(
      fc.property(fc.array(anyPoints, { minLength: 1, maxLength: 4 }), (receivers) => {
        const { shares, atMost } = divideByWorth(receivers.map(buildWorthCurve))
        const slack = 1e-6 * (1 + atMost)
        expect(shares.every((share) => share >= 0)).toBe(true)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9)
        for (const other of divisions(receivers.length))
          expect(total(receivers, other)).toBeLessThanOrEqual(atMost + slack)
        // Without quarter-hours of negative worth the bound is reached.
        const positive = receivers.map((points) => points.filter(({ perMilliWh }) => perMilliWh > 0))
        expect(total(positive, shares)).toBeGreaterThanOrEqual(atMost - slack)
      }),
      { numRuns: 200 },
    )
  })

  test('of a curve is its worth at every share, never less', () => {
    fc.assert(
      fc.property(anyPoints, fc.double({ min: 0, max: 1, noNaN: true }), (points, share) => {
        const positive = points.filter(({ perMilliWh }) => perMilliWh > 0)
        const { breaks, slopes, values } = buildWorthCurve(points)
        const place = breaks.findLastIndex((one) => one <= share)
        const base = place < 0 ? 0 : values[place]!
        const value = base + slopes[place + 1]! * (share - (place < 0 ? 0 : breaks[place]!))
        expect(value).toBeGreaterThanOrEqual(worthOfShare(positive, share) - 1e-9)
        expect(value).toBeCloseTo(worthOfShare(positive, share), 3)
      }),
    )
  })
})

test('no static key of any group gets more out of its readings than the bound', () => {
  const anyKey = fc.array(fc.nat({ max: 1000 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(anyShape, fc.array(anyKey, { minLength: 4, maxLength: 4 }), (shape, others) => {
      // With gaps a key without some receiver settles quarter-hours that the bound leaves out.
      const made = makeGroup({ ...shape, gaps: 0, members: Math.min(4, shape.members) })
      const { key, worth, atMost, gapShare } = findBestKey(made, { from: shape.month, to: shape.month })
      const ids = Object.keys(key.shares)
      const question = asMembersAlways(made)
      const month = prepareMonth(question, shape.month)
      const perKwh = worthOfEnergy(question.group, month, readSupplierPrices(month))
      const worthUnder = (shares: Record<string, string>) => {
        const { keys } = withKey(question, { kind: 'static', shares })
        const { receivedMilliWh } = allocateIntervals(month, { scheme: shape.scheme, keys })
        return receivedMilliWh.reduce((total, row, place) => {
          const own = row.map((energy, i) => (energy > 0 ? (energy * perKwh[place]![i]!) / 1e6 : 0))
          return total + own.reduce((sum, one) => sum + one, 0)
        }, 0)
      }
      // Allotted are whole milliwatt-hours: each quarter-hour one more at most, at less than 1 per kWh.
      const slack = 1e-6 * (1 + atMost) + (month.grid.count * ids.length) / 1e6
      for (const weights of others)
        expect(worthUnder(sharesOf(ids, weights))).toBeLessThanOrEqual(atMost + slack)
      expect(worthUnder(key.shares)).toBeCloseTo(worth, 1)
      expect(worth).toBeLessThanOrEqual(atMost * (1 + 1e-6) + 1e-9)
      expect(gapShare).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 30 },
  )
})

/** Shares in proportion to weights that sum to exactly 1. */
function sharesOf(ids: readonly string[], weights: readonly number[]): Record<string, string> {
  const own = Float64Array.from(ids, (_, place) => weights[place]! + 1)
  const digits = new Float64Array(ids.length)
  splitWhole(1_000_000, own, digits)
  return Object.fromEntries(ids.map((id, place) => [id, (digits[place]! / 1e6).toFixed(6)]))
}

test('a group of one receiver gives it all', () => {
  const shape = {
    seed: 5,
    scheme: 'sharing' as const,
    members: 2,
    month: '2026-06',
    gaps: 0,
    isMoving: false,
  }
  const question = makeGroup({ ...shape, price: { kind: 'free' } })
  const { key, gapShare } = findBestKey(question, { from: '2026-06', to: '2026-06' })
  expect(Object.values(key.shares)).toEqual(['1'])
  expect(gapShare).toBeLessThan(1e-6)
})
