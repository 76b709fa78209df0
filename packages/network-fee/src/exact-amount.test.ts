import { formatExact } from '@ohmstead/domain/money/exact'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money, multiplyFactors, roundDecimals, roundToCents, sumMoney } from './exact-amount.ts'

const decimal = fc.integer({ min: 0, max: 2_000_000_000 }).map((digits) => digits / 1e5)

describe('exact amounts', () => {
  test.each([
    [[1.005, 1], 1_010_000],
    [[2.675, 1], 2_680_000],
    [[0.145, 1], 150_000],
    [[4.6, 1.0923], 5_020_000],
    [[0.9, 2.12132, 3.61324], 6_900_000],
    [[-1.005, 1], -1_010_000],
    [[0, 3.61324], 0],
  ])('%j is rounded half up to %i micro-euro', (factors, microEuro) => {
    expect(roundToCents(multiplyFactors(factors))).toBe(microEuro)
  })

  test('a product keeps all its digits', () => {
    expect(formatExact(multiplyFactors([0.9, 2.12132, 3.61324]))).toBe('6.89835444912')
    expect(formatExact(multiplyFactors([1234567.123456, 0.01998]))).toBe('24666.65112665088')
    expect(formatExact(multiplyFactors([-0.5, 0.1]))).toBe('-0.05')
    expect(formatExact(multiplyFactors([2, 3]))).toBe('6')
  })

  test('rounding moves a product by no more than half a cent, in any order of factors', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const product = multiplyFactors([a, b])
        const exact = Number(formatExact(product))
        const rounded = roundToCents(product) / 1e6
        expect(Math.abs(rounded - exact)).toBeLessThanOrEqual(0.005 + exact * 1e-15)
        expect(roundToCents(multiplyFactors([b, a]))).toBe(roundToCents(product))
      }),
    )
  })

  test('an unknown amount makes a sum unknown', () => {
    expect(sumMoney([money(10_000), money(20_000)])).toEqual({ amount: 0.03, unit: 'EUR', microEuro: 30_000 })
    expect(sumMoney([money(10_000), null])).toBe(null)
    expect(sumMoney([])?.microEuro).toBe(0)
  })

  test.each([
    [4.59, 4.6],
    [3.78, 3.8],
    [4.05, 4.1],
    [8.16, 8.2],
    [14.62, 14.6],
    [1.15, 1.2],
  ])('%f rounded to one decimal is %f', (value, rounded) => {
    expect(roundDecimals(value, 1)).toBe(rounded)
  })
})
