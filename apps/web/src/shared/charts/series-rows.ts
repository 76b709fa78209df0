import type { EnergySeries } from './stacked-series.ts'
import { sumKnown } from './stacked-series.ts'

/** One line of the legend: what a series is, and its number at the crosshair or over the whole range. */
export interface SeriesRow {
  key: string
  label: string
  /** Which token colours it. */
  colour: string
  unit: string
  group: 'sources' | 'uses' | 'others'
  value: number | null
  /** A state's name, said instead of its number. */
  text?: string
  /** The same of the period compared with. */
  compared: number | null
  hasComparison: boolean
  /** What the other period is said with, where its unit has a form of its own, as money has. */
  comparedText?: string
  /** Set where the figures beside it are sums, so that nobody takes a mean for the present value. */
  isMean?: boolean
  /** What else is to be said of the figure, small below it. */
  note?: string
}

/** A figure of a series at one bucket; NaN is unknown. */
export function valueAt(values: ArrayLike<number> | undefined, index: number): number | null {
  const value = values?.[index]
  return value === undefined || Number.isNaN(value) ? null : value
}

/** The mean over known values; null without any. */
export function meanKnown(values: Float64Array): number | null {
  const sum = sumKnown(values)
  if (sum === null) return null
  let count = 0
  for (const value of values) if (!Number.isNaN(value)) count++
  return sum / count
}

/** Sum of a range for energies, mean for powers. */
export function summarise(values: Float64Array | undefined, view: 'energy' | 'power'): number | null {
  if (!values) return null
  return view === 'energy' ? sumKnown(values) : meanKnown(values)
}

/**
 * The other period only where this one is known, and not in the bucket that is not over: a month that has begun is set
 * against the same part of the other.
 */
export function maskUnknown(other: Float64Array, own: Float64Array, ongoing = -1): Float64Array {
  return other.map((value, i) => (Number.isNaN(own[i]!) || i === ongoing ? Number.NaN : value))
}

/** Rows for the legend from the series of a balance. */
export function buildRows(
  series: readonly EnergySeries[],
  compared: readonly EnergySeries[],
  soc: Float64Array | null,
  view: 'energy' | 'power',
  cursor: number | null,
  label: (key: string) => string,
  ongoing = -1,
): SeriesRow[] {
  const rows: SeriesRow[] = series.map(({ key, side, values }) => {
    const other = compared.find((candidate) => candidate.key === key)?.values
    return {
      key,
      label: label(key),
      colour: key,
      unit: view === 'energy' ? 'Wh' : 'W',
      group: side > 0 ? 'sources' : 'uses',
      value: cursor === null ? summarise(values, view) : valueAt(values, cursor),
      compared:
        cursor === null
          ? summarise(other && maskUnknown(other, values, ongoing), view)
          : valueAt(other, cursor),
      hasComparison: compared.length > 0,
    }
  })
  if (soc) {
    rows.push({
      key: 'soc',
      label: label('soc'),
      colour: 'soc',
      unit: '%',
      group: 'others',
      value: cursor === null ? meanKnown(soc) : valueAt(soc, cursor),
      compared: null,
      hasComparison: false,
      isMean: cursor === null,
    })
  }
  return rows
}
