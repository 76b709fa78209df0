import { expect, test } from 'vitest'
import { energySource, joinEnergies } from './read-location-quarter-hours.ts'

const quarterMs = 900_000
const nan = Number.NaN
const range = { fromMs: 4 * quarterMs, toMs: 8 * quarterMs }
/** Begins one quarter-hour before the range, as readings of whole days do. */
const official = {
  firstStartMs: 3 * quarterMs,
  importMilliWh: Float64Array.of(9, 10, 11, nan, nan),
  exportMilliWh: Float64Array.of(9, 1, nan, nan, 4),
  quality: '..emm',
}
const measured = {
  importMilliWh: Float64Array.of(20, 21, 22, nan),
  exportMilliWh: Float64Array.of(5, 6, nan, 8),
  isEstimated: Uint8Array.of(1, 0, 1, 1),
}

test('official readings precede measured ones, each direction and quarter-hour by itself', () => {
  const { series, sourceOf } = joinEnergies(official as never, measured as never, range)
  expect(series.firstStartMs).toBe(range.fromMs)
  expect([...series.importMilliWh]).toEqual([10, 11, 22, nan])
  expect([...series.exportMilliWh!]).toEqual([1, 6, nan, 4])
  expect([...series.isEstimated]).toEqual([0, 1, 1, 0])
  const { official: known, controller, none } = energySource
  expect([...sourceOf]).toEqual([known, known, controller, none])
})

test('without a meter of one kind the other stands alone, and nothing is fed in where neither measures it', () => {
  const own = joinEnergies(null, measured as never, range)
  expect([[...own.series.importMilliWh], [...own.series.exportMilliWh!]]).toEqual([
    [20, 21, 22, nan],
    [5, 6, nan, 8],
  ])
  const without = { ...official, exportMilliWh: null }
  expect(joinEnergies(without as never, null, range).series.exportMilliWh).toBeNull()
  const nothing = joinEnergies(null, null, range)
  expect([...nothing.series.importMilliWh]).toEqual([nan, nan, nan, nan])
})
