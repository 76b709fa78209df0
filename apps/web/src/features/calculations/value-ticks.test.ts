import { expect, test } from 'vitest'
import { buildValueTicks } from './value-ticks.ts'

test.each([
  [9.2, [0, 2, 4, 6, 8, 10]],
  [180, [0, 50, 100, 150, 200]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [0, [0, 1]],
])('up to %d: %j', (max, ticks) => {
  expect(buildValueTicks(max)).toEqual(ticks)
})
