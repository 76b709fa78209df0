import { expect, test } from 'vitest'
import { getChartRange } from './chart-range.ts'

const minute = 60_000
const range = (buckets: number) => ({ from: 0, to: buckets * minute, interval: 60 })

test('a range has as many buckets as a chart draws, and no more', () => {
  expect(getChartRange(range(40_000), 'UTC').edges).toHaveLength(40_001)
  expect(() => getChartRange(range(40_001), 'UTC')).toThrow()
})

test('a workbook of many columns has fewer rows', () => {
  expect(getChartRange(range(8_000), 'UTC', 50).edges).toHaveLength(8_001)
  expect(() => getChartRange(range(8_001), 'UTC', 50)).toThrowError(
    expect.objectContaining({ code: 'invalid_request', fields: { interval: 'too_many_intervals' } }),
  )
})
