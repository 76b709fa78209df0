import { expect, test } from 'vitest'
import { checkFee, checkShare, checkSharedShare, checkSharePrice } from './check-shares.ts'

test.each([
  ['0', null],
  ['1', null],
  ['0.333333', null],
  ['1.000000', null],
  ['1.000001', 'max_value'],
  ['-0.000001', 'min_value'],
  ['0.3333333', 'double'],
] as const)('a share of %s: %s', (share, broken) => {
  expect(checkShare(share)).toBe(broken)
})

test.each([
  ['producer', '1', null],
  ['producer', '0.999999', 'min_value'],
  ['receiver', '0', null],
  ['receiver', '0.000001', 'max_value'],
  ['sender', '0', 'min_value'],
  ['sender', '0.000001', null],
  ['both', '0', 'min_value'],
  ['both', '1', null],
  ['both', '1.1', 'max_value'],
] as const)('a %s that gives %s: %s', (role, share, broken) => {
  expect(checkSharedShare(role, share)).toBe(broken)
})

test('a price between members is not below zero, not absurd, and of six decimals', () => {
  const of = (perKwh: string) =>
    (['fixed', 'spotCapped'] as const).map((kind) => checkSharePrice({ kind, perKwh }))
  expect(of('0')).toEqual([null, null])
  expect(of('10')).toEqual([null, null])
  expect(of('10.000001')).toEqual(['max_value', 'max_value'])
  expect(of('-0.01')).toEqual(['min_value', 'min_value'])
  expect(of('0.1234567')).toEqual(['double', 'double'])
  expect(checkSharePrice({ kind: 'free' })).toBeNull()
  expect(checkSharePrice({ kind: 'middle' })).toBeNull()
})

test('a fee is not below zero, not absurd, and of four decimals', () => {
  expect(['0', '4.99', '1000'].map(checkFee)).toEqual([null, null, null])
  expect(['-0.01', '1000.01', '0.99999'].map(checkFee)).toEqual(['min_value', 'max_value', 'double'])
})
