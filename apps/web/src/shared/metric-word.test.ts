import { expect, test } from 'vitest'
import { findMetricWord } from './metric-word.ts'

const key = (name: string) => name

test.each([
  ['ev_status', 2, 'metric.word.ev_status.2'],
  ['grid_mode', 1, 'metric.word.grid_mode.1'],
  ['ev_status', 7, null],
  ['ev_status', '2', null],
  ['power', 2, null],
  ['toString', 0, null],
])('%s %s is read as %s', (metric, value, word) => {
  expect(findMetricWord(metric, value, key)).toBe(word)
})
