import { expect, test } from 'vitest'
import { formatPriceText, parseDecimalText, parsePriceText } from './price-text.ts'

test.each([
  ['0,12345', 0.12345],
  ['0.123', 0.123],
  ['1.234', 1.234],
  [' 0,1 ', 0.1],
  [',09', 0.09],
  ['0', 0],
  ['0,', 0],
  ['', null],
  [' ', null],
  ['-0,1', null],
  ['−1', null],
  ['1e3', null],
  ['1.234,5', null],
  ['abc', null],
  ['1000', 1000],
  ['1200', null],
  ['.', null],
])('%j is read as %j', (text, price) => {
  expect(parsePriceText(text)).toBe(price)
})

test.each([
  ['9000', 9000],
  ['1200,5', 1200.5],
  ['10 000', 10_000],
  ['0,1', 0.1],
  ['-1', null],
  ['1.234,5', null],
  ['9'.repeat(400), null],
  ['', null],
])('%j, which need not be a price, is read as %j', (text, number) => {
  expect(parseDecimalText(text)).toBe(number)
})

test.each(['sl', 'en-GB', 'de'])('a price is written as it is read back, in %s', (tag) => {
  expect(parsePriceText(formatPriceText(0.0987654, tag))).toBe(0.0987654)
  expect(formatPriceText(null, tag)).toBe('')
})
