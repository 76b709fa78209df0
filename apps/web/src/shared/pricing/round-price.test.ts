import { expect, test } from 'vitest'
import { kwDecimals, roundPrice } from './round-price.ts'

test('a price has as many decimals as a supplier prints, a power as many as its bill', () => {
  expect(['0.1199', '0.13500001', '-0.000004', null].map(roundPrice)).toEqual([
    '0.1199',
    '0.13500',
    '0.00000',
    null,
  ])
  // 2.12132 kW of excess × 3.25192 would seem wrong as 2.1 kW.
  expect(['3.8', '4', '2.12132', '0.161290322581'].map(kwDecimals)).toEqual([1, 1, 2, 2])
})
