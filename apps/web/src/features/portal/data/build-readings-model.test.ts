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
  days: [
    { day: '2026-01-01', intervals: 2, present: 2, estimated: 2, suspect: 0 },
    { day: '2026-01-02', intervals: 2, present: 1, estimated: 0, suspect: 0 },
  ],
  known: { fromMs: quarterMs, toMs: 5 * quarterMs },
} as Partial<ReadingsSummary> as ReadingsSummary
const nothing = new Set<string>()

test('power above the agreed one is stacked on the power within it, and a missing reading is a gap', () => {
  const model = buildReadingsModel(summary, buildReadingsSeries(summary), nothing, true)
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

test('from afar each day is its highest quarter-hour with its excess, around the middle half of its quarter-hours', () => {
  const { ts, ends, strips, fromMs, toMs } = buildReadingsModel(
    summary,
    buildReadingsSeries(summary),
    nothing,
    false,
  )
  expect([...ts, ...ends]).toEqual([quarterMs, 3 * quarterMs, 3 * quarterMs, 5 * quarterMs])
  expect([fromMs, toMs]).toEqual([quarterMs, 5 * quarterMs])
  expect(strips).toHaveLength(1)
  const [power] = strips
  expect(power!.layers.map(({ key, edge }) => [key, ...edge.values])).toEqual([
    ['grid_import pale', 200, 240],
    ['excess', 300, 250],
    ['grid_export pale', 0, -40],
  ])
  const [taken, fed, agreed] = power!.lines
  expect(taken).toMatchObject({ key: 'grid_import median', band: { min: Float64Array.of(100, 250) } })
  expect(fed!.band!.min).toEqual(Float64Array.of(-0, -40))
  // Both days are of one week.
  expect(agreed!.band).toEqual({ min: Float64Array.of(200, 200), max: Float64Array.of(240, 240) })
})

test('close up the agreed power has its steps and the blocks a band', () => {
  const close = buildReadingsModel(summary, buildReadingsSeries(summary), nothing, true)
  expect(close.strips[0]!.lines[0]!.values.values).toBe(summary.agreedW)
  expect(close.strips[1]!.layers.map(({ edge }) => edge.values.filter((own) => own === 1).length)).toEqual([
    1, 3, 3, 3, 4,
  ])
})

test('zooming in, out and in again, or hiding a line, keeps unchanged data', () => {
  const series = buildReadingsSeries(summary)
  const close = buildReadingsModel(summary, series, nothing, true)
  const far = buildReadingsModel(summary, series, nothing, false)
  const again = buildReadingsModel(summary, series, nothing, true)
  const without = buildReadingsModel(summary, series, new Set(['agreed']), true)
  expect(again.strips[0]!.layers).toBe(close.strips[0]!.layers)
  expect(again.strips[1]).toBe(close.strips[1])
  expect(buildReadingsModel(summary, series, nothing, false).ts).toBe(far.ts)
  expect(without.strips[0]!.layers).toBe(close.strips[0]!.layers)
  expect(without.strips[0]!.lines).toEqual([])
})
