import { expect, test } from 'vitest'
import { findMetric, parseMetricKey } from './metrics.ts'

test.each([
  ['grid/power', { device: 'grid', metric: 'power' }],
  ['a/b', { device: 'a', metric: 'b' }],
  ['grid/power/l1', { device: 'grid', metric: 'power/l1' }],
  ['/power', null],
  ['grid/', null],
  ['grid', null],
  ['', null],
])('%j names %j', (key, named) => {
  expect(parseMetricKey(key)).toEqual(named)
})

test('a name that is no metric is rejected, even if it is a property of objects', () => {
  expect(findMetric('power')).toMatchObject({ kind: 'power', unit: 'W' })
  expect([findMetric('toString'), findMetric('Power')]).toEqual([null, null])
})
