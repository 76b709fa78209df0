import { isDecimalText, parseExact } from '@ohmstead/domain/money/exact'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDecimal, writeDecimal } from './decimal-text.ts'

test.each([
  ['0,1199', '0.1199'],
  ['0.1199', '0.1199'],
  ['0.10', '0.10'],
  ['.5', '0.5'],
  [',5', '0.5'],
  ['5,', '5'],
  ['007', '7'],
  ['−0,02', '-0.02'],
  ['+3', '3'],
  ['1 234,5', '1234.5'],
  ['', ''],
  ['abc', 'abc'],
  ['1,2,3', '1,2,3'],
  ['1.234,5', '1.234,5'],
  ['-', '-'],
  ['1e5', '1e5'],
])('%j is stored as %j', (typed, stored) => {
  expect(readDecimal(typed)).toBe(stored)
})

test('what is shown in any language is read as the same number, digit by digit', () => {
  const decimal = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.stringMatching(/^\d{0,12}$/))
    .map(([isNegative, whole, fraction]) => `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`)
  fc.assert(
    fc.property(decimal, fc.constantFrom('en', 'sl', 'de', 'fr', 'pl', 'mk', 'pt'), (text, tag) => {
      const read = readDecimal(writeDecimal(text, tag))
      expect(isDecimalText(read)).toBe(true)
      expect(parseExact(read)).toEqual(parseExact(text))
    }),
  )
})
