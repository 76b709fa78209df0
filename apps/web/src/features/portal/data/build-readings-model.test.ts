import { expect, test } from 'vitest'
import { buildReadingsModel, buildReadingsSeries } from './build-readings-model.ts'
import type { ReadingsSummary } from './summarise-readings.ts'

const quarterMs = 900_000
const summary = {
  firstStartMs: quarterMs,
  importW: Float64Array.of(100, 300, Number.NaN, 250),
  exportW: Float64Array.of(0, 0, Number.NaN, 40),
  agreedW: Float64Array.of(200, 200, 200, 240),
  block: Uint8Array.of(1, 2, 2, 5),
  estimated: [0, 1],
  known: { fromMs: quarterMs, toMs: 5 * quarterMs },
} as Partial<ReadingsSummary> as ReadingsSummary
const nothing = new Set<string>()

test('power above what is agreed stands on the power within it, and a reading that is missing is a gap', () => {
  const model = buildReadingsModel(summary, buildReadingsSeries(summary), nothing, false)
  const [power] = model.strips
  expect(power!.layers.map(({ key, edge }) => [key, ...edge.values])).toEqual([
    ['grid_import', 100, 200, Number.NaN, 240],
    ['excess', 100, 300, Number.NaN, 250],
    ['grid_export', 0, 0, Number.NaN, -40],
  ])
  expect(model).toMatchObject({
    fromMs: quarterMs,
    toMs: 5 * quarterMs,
    gaps: [{ from: 2, to: 3 }],
    estimated: [{ from: 0, to: 2 }],
  })
})

test('from afar the agreed power is the lowest and the highest of each week, close by its steps with the blocks', () => {
  const series = buildReadingsSeries(summary)
  const [far, close] = [false, true].map((isClose) => buildReadingsModel(summary, series, nothing, isClose))
  expect(far!.strips[0]!.lines[0]!.band).toMatchObject({ min: Float64Array.of(200, 200, 200, 200) })
  expect(far!.strips[0]!.lines[0]!.values.values).toEqual(Float64Array.of(240, 240, 240, 240))
  expect(close!.strips[0]!.lines[0]!.values.values).toBe(summary.agreedW)
  expect(close!.strips[1]!.layers.map(({ edge }) => edge.values.filter((own) => own === 1).length)).toEqual([
    1, 3, 3, 3, 4,
  ])
})

test('looking closer and away again, or hiding a line, makes nothing anew that stays as it is', () => {
  const series = buildReadingsSeries(summary)
  const far = buildReadingsModel(summary, series, nothing, false)
  const close = buildReadingsModel(summary, series, nothing, true)
  const again = buildReadingsModel(summary, series, nothing, false)
  const without = buildReadingsModel(summary, series, new Set(['agreed']), true)
  expect(close.strips[0]!.layers).toBe(far.strips[0]!.layers)
  expect(again.strips[0]!.lines[0]).toBe(far.strips[0]!.lines[0])
  expect(without.strips[0]!.layers).toBe(far.strips[0]!.layers)
  expect(without.strips[0]!.lines).toEqual([])
  expect(without.strips[1]).toBe(close.strips[1])
})
