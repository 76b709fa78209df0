import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRest, isShare, shareEqually, toPercent, toShare } from './key-shares.ts'

test('equal shares of any number of members leave no rest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
      const shares = shareEqually(Array.from({ length: count }, (_, place) => String(place)))
      expect(Object.values(shares).every(isShare)).toBe(true)
      expect(Number(findRest(Object.values(shares)))).toBe(0)
    }),
  )
})

test('what is left is shown, also if too much is given, and not while a share is no number', () => {
  expect(Number(findRest(['0.5', '0.3']))).toBe(0.2)
  expect(Number(findRest(['0.5', '0.6']))).toBe(-0.1)
  expect(findRest(['0.5', 'half'])).toBeNull()
})

test('a percentage is the same share, digit by digit', () => {
  expect(Number(toShare('33.3333'))).toBe(0.333333)
  expect(Number(toPercent('0.333333'))).toBe(33.3333)
  expect([toShare('a third'), toPercent('')]).toEqual(['a third', ''])
})

test('a share is between nothing and everything, with six decimals at most', () => {
  expect(['0', '1', '0.250000', '0.123456'].every(isShare)).toBe(true)
  expect(['-0.1', '1.01', '0.1234567', ''].some(isShare)).toBe(false)
})
