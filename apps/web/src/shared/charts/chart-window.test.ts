import { expect, test } from 'vitest'
import { windowAround } from './chart-window.ts'

const hour = 3_600_000
const day = { fromMs: 0, toMs: 24 * hour }

test.each([
  ['in the middle of the day', 10 * hour, { fromMs: 8 * hour, toMs: 14 * hour }],
  ['just after midnight', hour, { fromMs: 0, toMs: 6 * hour }],
  ['at its end', 24 * hour - 1, { fromMs: 18 * hour, toMs: 24 * hour }],
  ['before it', -1, null],
  ['after it', 24 * hour, null],
])('the window around an instant %s', (_, at, expected) => {
  expect(windowAround(at, day)).toEqual(expected)
})
