import {
  addExact,
  compareExact,
  type Exact,
  formatExact,
  roundExact,
  zero,
} from '@ohmstead/domain/money/exact'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AllocatedMonth } from './allocate-intervals.ts'
import { payMembers, roundTogether } from './member-payments.ts'
import { prepareSettlement } from './prepared-month.ts'
import { shareMonth } from './share-month.ts'
import { anyShape, makeGroup } from './testing/any-group.ts'

const sum = (amounts: readonly Exact[]) => amounts.reduce(addExact, zero)

test('what is paid is earned to the last digit, before and after rounding', () => {
  fc.assert(
    fc.property(anyShape, (shape) => {
      const question = makeGroup(shape)
      const { payments } = shareMonth(question, prepareSettlement(question, shape.month))
      expect(formatExact(sum(payments.paid))).toBe(formatExact(sum(payments.earned)))
      expect(formatExact(sum(payments.paidRounded))).toBe(formatExact(sum(payments.earnedRounded)))
      const whole = roundExact(sum(payments.paid), 2)
      expect(compareExact(sum(payments.paidRounded), whole)).toBe(0)
    }),
    { numRuns: 30 },
  )
})

test('money beyond binary numbers is split exactly all the same', () => {
  const month: AllocatedMonth = {
    pooledMilliWh: [],
    givenMilliWh: [
      [4e12, 3],
      [0, 0],
      [7e12 + 1, 5],
    ].map((row) => Float64Array.from(row)),
    allottedMilliWh: [],
    receivedMilliWh: [
      [0, 0],
      [11e12 + 1, 7],
      [0, 0],
    ].map((row) => Float64Array.from(row)),
    state: Uint8Array.of(1, 1),
    restsOnEstimated: new Uint8Array(2),
  }
  const { paid, earned } = payMembers(month, () => 123_457, 2)
  expect(formatExact(sum(paid))).toBe(formatExact(sum(earned)))
  expect(formatExact(paid[1]!)).toBe('1358027.000000987656')
})

test('amounts rounded together add up to their rounded sum, each by less than a unit', () => {
  const amounts = fc.array(
    fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((digits): Exact => ({ digits, scale: 12 })),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 3 }), (own, decimals) => {
      const rounded = roundTogether(own, decimals)
      expect(compareExact(sum(rounded), roundExact(sum(own), decimals))).toBe(0)
      own.forEach((amount, place) => {
        const off = Number(formatExact(rounded[place]!)) - Number(formatExact(amount))
        expect(Math.abs(off)).toBeLessThan(10 ** -decimals * (1 + 1e-9))
      })
    }),
  )
})

test('a market price is that of the quarter-hour, whenever the prices begin', () => {
  const shape = {
    seed: 12,
    scheme: 'sharing' as const,
    members: 4,
    month: '2026-06',
    gaps: 0,
    isMoving: false,
  }
  const question = makeGroup({ ...shape, price: { kind: 'spotCapped', perKwh: '0.0812' } })
  const market = question.market!
  const before = new Float64Array(700).fill(-1e6)
  const longer = {
    ...market,
    firstStartMs: market.firstStartMs - before.length * 900_000,
    price: Float64Array.of(...before, ...market.price),
    sourceOf: new Uint8Array(before.length + market.price.length),
  }
  const paidFrom = (prices: typeof market) =>
    shareMonth({ ...question, market: prices }, prepareSettlement(question, shape.month)).payments.paidRounded
  expect(paidFrom(longer)).toEqual(paidFrom(market))
  expect(Number(formatExact(sum(paidFrom(market))))).toBeGreaterThan(0)
})
