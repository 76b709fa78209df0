import { expect, test } from 'vitest'
import { compareTotals, hasReadings, totalKeys } from './compare-totals.ts'

const flows = (consumption: (number | null)[]) => ({
  ...(Object.fromEntries(totalKeys.map((key) => [key, consumption.map(() => null)])) as unknown as Record<
    (typeof totalKeys)[number],
    (number | null)[]
  >),
  consumption,
})

test('compares only what both periods know', () => {
  const totals = compareTotals(flows([10, 20, null]), flows([5, null, 7]), Int32Array.from([0, 1, 2]))
  expect(totals.consumption).toEqual({ own: 10, other: 5 })
  expect(totals.production).toBeNull()
})

test('follows the alignment of the buckets', () => {
  const totals = compareTotals(flows([10, 20, 30]), flows([5, 6]), Int32Array.from([-1, 0, 1]))
  expect(totals.consumption).toEqual({ own: 50, other: 11 })
})

test('distinguishes a period with nothing in it from one with little known', () => {
  expect(hasReadings(flows([null, null]))).toBe(false)
  expect(hasReadings(flows([]))).toBe(false)
  expect(hasReadings(flows([null, 0]))).toBe(true)
})

test('an incomplete bucket is not compared with a complete one', () => {
  const totals = compareTotals(flows([10, 1]), flows([5, 20]), Int32Array.from([0, 1]), 1)
  expect(totals.consumption).toEqual({ own: 10, other: 5 })
})
