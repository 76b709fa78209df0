import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addExact,
  compareExact,
  divideExact,
  type Exact,
  exactOf,
  formatExact,
  isDecimalText,
  multiplyExact,
  negateExact,
  parseExact,
  roundExact,
  subtractExact,
  toNumber,
  zero,
} from './exact.ts'

const exact: fc.Arbitrary<Exact> = fc.record({
  digits: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
  scale: fc.integer({ min: 0, max: 12 }),
})

describe('a decimal text', () => {
  test.each(['0', '-12', '0.1199', '-0.5', '999999999999999.999999999999', '007'])('is %s', (text) => {
    expect(isDecimalText(text)).toBe(true)
    expect(toNumber(parseExact(text))).toBe(Number(text))
  })

  test.each(['', ' 1', '1e3', '1,5', '.5', '5.', '+1', '--1', '1.2.3', 'NaN', 'Infinity'])(
    'is not %j',
    (text) => {
      expect(isDecimalText(text)).toBe(false)
      expect(() => parseExact(text)).toThrow(RangeError)
    },
  )

  test.each(['1'.repeat(16), `0.${'1'.repeat(13)}`])(
    'of so many digits is calculated, not entered: %s',
    (text) => {
      expect(isDecimalText(text)).toBe(false)
      expect(formatExact(parseExact(text))).toBe(text)
    },
  )

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(exact, (value) => {
        const text = formatExact(value)
        expect(compareExact(parseExact(text), value)).toBe(0)
        expect(text).not.toMatch(/\.\d*0$|^-0$|\.$/)
      }),
    )
  })
})

test.each([
  ['1.005', 2, '1.01'],
  ['-1.005', 2, '-1.01'],
  ['1.00499', 2, '1.00'],
  ['0.5', 0, '1'],
  ['-0.5', 0, '-1'],
  ['-0.4', 0, '0'],
  ['7', 3, '7.000'],
  ['0.0005', 3, '0.001'],
])('%s with %i decimals is %s', (text, decimals, rounded) => {
  expect(formatExact(parseExact(text), decimals)).toBe(rounded)
})

test.each([
  ['1', '3', 4, '0.3333'],
  ['2', '3', 4, '0.6667'],
  ['-2', '3', 4, '-0.6667'],
  ['1', '-8', 2, '-0.13'],
  ['0.001', '0.4', 3, '0.003'],
  ['123.456', '0.001', 0, '123456'],
  ['12345', '100000', 2, '0.12'],
  ['0.123456789', '1', 2, '0.12'],
  ['-0.125', '0.5', 1, '-0.3'],
])('%s divided by %s with %i decimals is %s', (value, divisor, decimals, quotient) => {
  expect(formatExact(divideExact(parseExact(value), parseExact(divisor), decimals), decimals)).toBe(quotient)
})

test('nothing is divided by zero', () => {
  expect(() => divideExact(parseExact('1'), zero, 2)).toThrow(RangeError)
})

test('sums, products and quotients follow the rules of arithmetic', () => {
  fc.assert(
    fc.property(exact, exact, exact, (a, b, c) => {
      const same = (left: Exact, right: Exact) => expect(compareExact(left, right)).toBe(0)
      same(addExact(a, b), addExact(b, a))
      same(addExact(addExact(a, b), c), addExact(a, addExact(b, c)))
      same(multiplyExact(a, addExact(b, c)), addExact(multiplyExact(a, b), multiplyExact(a, c)))
      same(subtractExact(addExact(a, b), b), a)
      same(negateExact(roundExact(a, 3)), roundExact(negateExact(a), 3))
      // A sum, since the minus zero of equal numbers is not the zero of their comparison.
      expect(Math.sign(compareExact(a, b)) + Math.sign(compareExact(b, a))).toBe(0)
      if (b.digits !== 0n) same(divideExact(multiplyExact(a, b), b, a.scale), a)
    }),
  )
})

test('rounding moves a number by no more than half a unit', () => {
  fc.assert(
    fc.property(exact, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
      const moved = subtractExact(roundExact(value, decimals), value)
      const size = moved.digits < 0n ? negateExact(moved) : moved
      expect(compareExact(size, { digits: 5n, scale: decimals + 1 })).toBeLessThanOrEqual(0)
    }),
  )
})

test('a binary number becomes the decimal that a person would write', () => {
  expect(formatExact(exactOf(0.1 + 0.2, 6))).toBe('0.3')
  expect(formatExact(exactOf(1.005, 3))).toBe('1.005')
  expect(formatExact(exactOf(-4.6, 1))).toBe('-4.6')
})
