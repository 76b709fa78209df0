import { toSeries } from '../../shared/charts/build-energy-model.ts'
import type { ChartModel } from '../../shared/charts/chart-model.ts'
import { createPyramid } from '../../shared/charts/minmax-pyramid.ts'
import { buildStack, findGapRuns } from '../../shared/charts/stack-layers.ts'

export const quarterMs = 900_000

export interface SpotRow {
  from: number
  /** In the unit shown; null where unknown. */
  prices: readonly (number | null)[]
  /** The all-in price of the same quarter-hours, if there is one. */
  allIn: readonly (number | null)[] | null
}

const nothingHidden: ReadonlySet<string> = new Set()

/** Bars of prices, those below zero in their own colour, and the all-in price as a line above them. */
export function buildSpotChart(
  row: SpotRow,
  { timeZone, unit, nowMs }: { timeZone: string; unit: string; nowMs: number },
): { model: ChartModel; prices: Float64Array; allIn: Float64Array | null } {
  const prices = toSeries(row.prices)
  const allIn = row.allIn && toSeries(row.allIn)
  const ts = Float64Array.from(prices, (_, at) => row.from + at * quarterMs)
  const only = (isShown: (price: number) => boolean) =>
    prices.map((price) => (isShown(price) ? Math.abs(price) : Number.NaN))
  const layers = buildStack(
    [
      { key: 'price', side: 1, values: only((price) => price >= 0) },
      { key: 'price_below', side: -1, values: only((price) => price < 0) },
    ],
    nothingHidden,
  )
  const model: ChartModel = {
    fromMs: row.from,
    toMs: row.from + prices.length * quarterMs,
    timeZone,
    ts,
    ends: ts.map((start) => start + quarterMs),
    strips: [
      {
        ...{ key: 'spot', unit, weight: 1, layers, mode: 'bars', includesZero: true, isSigned: true },
        lines: allIn
          ? [{ key: 'all_in', colour: 'all_in', values: createPyramid(allIn), stepped: true }]
          : [],
      },
    ],
    gaps: findGapRuns([{ values: prices }], prices.length),
    estimated: [],
    // Gaps are gaps also in the future: what is drawn was published.
    nowMs,
    showsNow: true,
  }
  return { model, prices, allIn }
}
