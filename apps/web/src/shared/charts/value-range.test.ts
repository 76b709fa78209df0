import { expect, test } from 'vitest'
import { countDigits } from './value-range.ts'

test.each([
  [[0, 2.5, 5, 7.5], 1],
  [[0, 5, 10], 0],
  [[0, 0.25, 0.5], 2],
  [[-0.1, 0, 0.1], 1],
  [[0, 0.0001], 3],
])('%j is written with %i decimals', (ticks, digits) => {
  expect(countDigits(ticks)).toBe(digits)
})
