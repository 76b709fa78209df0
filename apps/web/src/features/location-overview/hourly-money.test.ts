import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findHourlyMoney } from './hourly-money.ts'

const from = 1_767_225_600_000
const prices = { from, importPrices: [0.2, -0.1, null], exportPrices: [0.05, 0, -0.02] }
const at = (quarter: number) => from + quarter * 900_000 + 60_000

test.each([
  ['power from the grid', 1500, 0, { kind: 'paying', amount: 0.3 }],
  ['power into the grid', -2000, 0, { kind: 'earning', amount: 0.1 }],
  ['power from the grid at a negative price', 2000, 1, { kind: 'earning', amount: 0.2 }],
  ['power into the grid at a negative price', -1000, 2, { kind: 'paying', amount: 0.02 }],
  ['feed-in that earns nothing', -2000, 1, null],
  ['an unknown price', 1500, 2, null],
  ['a quarter-hour whose price was not asked', 1500, 3, null],
  ['a clock that is behind', 1500, -1, null],
  ['no power', 0, 0, null],
  ['less than half a cent', 24, 0, null],
])('%s', (_, watts, quarter, expected) => {
  const found = findHourlyMoney(watts, prices, at(quarter))
  if (expected === null) expect(found).toBeNull()
  else expect(found).toEqual({ ...expected, amount: expect.closeTo(expected.amount, 9) })
})

test('an unknown power has no money', () => {
  expect(findHourlyMoney(null, prices, at(0))).toBeNull()
})

test('property: the amount is never negative, and the sign follows the price', () => {
  const price = fc.option(fc.double({ min: -1, max: 1, noNaN: true }))
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 20_000 }), price, price, (watts, bought, sold) => {
      const found = findHourlyMoney(watts, { from, importPrices: [bought], exportPrices: [sold] }, from)
      if (!found) return
      expect(found.amount).toBeGreaterThan(0)
      const signed = (watts / 1000) * (watts > 0 ? bought! : sold!)
      expect(found.kind).toBe(signed > 0 ? 'paying' : 'earning')
    }),
  )
})
