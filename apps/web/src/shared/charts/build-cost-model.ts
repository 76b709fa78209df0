import type { LocationCostsView } from '@ohmstead/contract/location-pricing-money'
import { toSeries } from './build-energy-model.ts'
import type { ChartModel } from './chart-model.ts'
import { buildStack, findGapRuns, joinIndices, type StackInput } from './stack-layers.ts'
import { bucketEnds, sumKnown } from './stacked-series.ts'

/** What energy cost and what feed-in earned, coloured like the energies they belong to. */
export const costKeys = ['grid_import', 'grid_export'] as const
export type CostKey = (typeof costKeys)[number]

export interface CostSeries extends StackInput {
  key: CostKey
  /** Of all buckets, as the server added them up: of whole months it is that of their bills. Null if nothing is known. */
  total: number | null
}

interface CostModelInput {
  costs: LocationCostsView
  /** What the axis says, "€"; left out, the code of the currency. */
  unit?: string
  hidden: ReadonlySet<string>
  nowMs: number
  /** Another period and where each bucket finds its counterpart there (−1: nowhere). */
  comparison?: { costs: LocationCostsView; aligned: Int32Array } | null
}

/** Money per bucket: cost above zero, revenue below; what is unknown is a gap. */
export function buildCostModel({ costs, unit = costs.currency, hidden, nowMs, comparison }: CostModelInput): {
  model: ChartModel
  series: CostSeries[]
  compared: CostSeries[]
} {
  const ts = new Float64Array(costs.ts)
  const series = buildCostSeries(costs)
  const compared = comparison ? alignCosts(buildCostSeries(comparison.costs), comparison.aligned) : []
  return {
    model: {
      fromMs: costs.from,
      toMs: costs.to,
      timeZone: costs.time_zone,
      ts,
      ends: bucketEnds(ts, costs.to),
      strips: [
        {
          key: 'costs',
          unit,
          weight: 1,
          layers: buildStack(series, hidden),
          ...(compared.length > 0 && { ghosts: buildStack(compared, hidden) }),
          lines: [],
          mode: 'bars',
          includesZero: true,
        },
      ],
      gaps: findGapRuns(series, ts.length),
      estimated: joinIndices(costs.estimated),
      nowMs,
      showsNow: true,
    },
    series,
    compared,
  }
}

/** Drawn with numbers; sums are the server's exact ones. A place that never earned anything has no revenue. */
function buildCostSeries({ importCosts, exportRevenues, totals }: LocationCostsView): CostSeries[] {
  const numbers = (amounts: readonly (string | null)[]) =>
    toSeries(amounts.map((amount) => (amount === null ? null : Number(amount))))
  const numberOf = (total: string | null) => (total === null ? null : Number(total))
  const revenues = numbers(exportRevenues)
  return [
    { key: 'grid_import', side: 1, values: numbers(importCosts), total: numberOf(totals.importCost) },
    ...(revenues.some((amount) => amount !== 0 && !Number.isNaN(amount))
      ? [
          {
            ...{ key: 'grid_export' as const, side: -1 as const, values: revenues },
            total: numberOf(totals.exportRevenue),
          },
        ]
      : []),
  ]
}

function alignCosts(series: readonly CostSeries[], aligned: Int32Array): CostSeries[] {
  const places = new Set(aligned.filter((place) => place >= 0))
  return series.map(({ key, side, values, total }) => {
    const beside = Float64Array.from(aligned, (place) => (place < 0 ? Number.NaN : values[place]!))
    const isWhole = places.size === values.length
    return { key, side, values: beside, total: isWhole ? total : sumKnown(beside) }
  })
}
