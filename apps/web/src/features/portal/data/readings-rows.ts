import { type SeriesRow, valueAt } from '../../../shared/charts/series-rows.ts'
import type { ReadingsSeries } from './build-readings-model.ts'
import type { DaySpread } from './day-powers.ts'
import type { ReadingsSummary } from './summarise-readings.ts'

/** The highest of the range, or the values of a quarter-hour. */
export function buildQuarterRows(
  { importW, exportW, agreedW, block }: ReadingsSummary,
  { excess }: ReadingsSeries,
  cursor: number | null,
  label: (key: string) => string,
  nameBlock: (block: number) => string,
): SeriesRow[] {
  const row = (key: string, values: Float64Array): SeriesRow => ({
    key,
    label: label(key),
    colour: key,
    unit: 'W',
    group: 'others',
    value: cursor === null ? highest(values) : valueAt(values, cursor),
    compared: null,
    hasComparison: false,
  })
  const own = cursor === null ? 0 : (block[cursor] ?? 0)
  return [
    row('grid_import', importW),
    ...(excess ? [row('excess', excess), row('agreed', agreedW)] : []),
    ...(exportW ? [row('grid_export', exportW)] : []),
    {
      key: 'block',
      label: label('block'),
      colour: own > 0 ? `block${own}` : 'block3',
      unit: '',
      group: 'others',
      value: null,
      text: own > 0 ? nameBlock(own) : '1–5',
      compared: null,
      hasComparison: false,
    },
  ]
}

/** The names of the figures of days. */
export interface DayWords {
  label: (key: string) => string
  median: (powerW: number | null) => string
  range: (lowW: number | null, highW: number | null) => string
}

/** The highest of the range, or of a day with its median; the agreed power from its lowest to its highest block. */
export function buildDayRows(
  { importW, exportW }: ReadingsSummary,
  { excess, getDays }: ReadingsSeries,
  cursor: number | null,
  { label, median, range }: DayWords,
): SeriesRow[] {
  const days = getDays()
  const row = (key: string, all: Float64Array, ofDay: Float64Array, spread?: DaySpread): SeriesRow => ({
    key,
    label: label(key),
    colour: key,
    unit: 'W',
    group: 'others',
    value: cursor === null ? highest(all) : valueAt(ofDay, cursor),
    compared: null,
    hasComparison: false,
    ...(spread && cursor !== null && { note: median(valueAt(spread.median, cursor)) }),
  })
  const rows = [row('grid_import', importW, days.import.max, days.import)]
  if (excess) rows.push(row('excess', excess, days.excess))
  if (excess && days.agreed) {
    const { min, max } = days.agreed
    const [low, high] =
      cursor === null ? [lowest(min), highest(max)] : [valueAt(min, cursor), valueAt(max, cursor)]
    rows.push({ ...row('agreed', max, max), text: range(low, high) })
  }
  if (exportW && days.export) rows.push(row('grid_export', exportW, days.export.max, days.export))
  return rows
}

const found = new WeakMap<Float64Array, number | null>()

/** Needed in every frame of a drag, computed once. */
function highest(values: Float64Array): number | null {
  const known = found.get(values)
  if (known !== undefined) return known
  const most = findHighest(values)
  found.set(values, most)
  return most
}

function findHighest(values: Float64Array): number | null {
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) if (value > most) most = value
  return most === Number.NEGATIVE_INFINITY ? null : most
}

function lowest(values: Float64Array): number | null {
  const most = findHighest(values.map((value) => -value))
  return most === null ? null : -most
}
