import { expect, test } from 'vitest'
import { findTicks } from './axis-ticks.ts'

test.each([
  [0, 621, 5, [0, 200, 400, 600, 800]],
  [-22, 64, 5, [-40, -20, 0, 20, 40, 60, 80]],
  [0, 0, 5, [0, 0.2]],
])('from %s to %s in about %s steps', (least, greatest, count, ticks) => {
  expect(findTicks(least, greatest, count).map((tick) => Number(tick.toFixed(9)))).toEqual(ticks)
})
