import { expect, test } from 'vitest'
import type { ChartModel } from './chart-model.ts'
import { findOngoing, hasNowLine } from './plot-now.ts'

const day = 86_400_000
const model = (nowMs: number, part: Partial<ChartModel> = {}): ChartModel => ({
  fromMs: 0,
  toMs: 3 * day,
  timeZone: 'UTC',
  ts: Float64Array.of(0, day, 2 * day),
  ends: Float64Array.of(day, 2 * day, 3 * day),
  strips: [],
  gaps: [],
  estimated: [],
  nowMs,
  showsNow: true,
  ...part,
})

test.each([
  ['in the range', model(1.5 * day), 1],
  ['at the start of a bucket', model(2 * day), 2],
  ['after the range', model(3 * day), -1],
  ['before the range', model(-1), -1],
  ['where nobody asks for it', model(1.5 * day, { showsNow: false }), -1],
])('now %s', (_, shown, expected) => {
  expect(findOngoing(shown)).toBe(expected)
})

test('the line is drawn where minutes are distinguishable, and only in the visible range', () => {
  const shown = model(1.5 * day)
  expect(hasNowLine(shown, shown)).toBe(true)
  expect(hasNowLine(shown, { fromMs: 0, toMs: day })).toBe(false)
  expect(hasNowLine({ ...shown, toMs: 30 * day }, { fromMs: 0, toMs: 30 * day })).toBe(false)
})
