import type { ChartModel, ChartStrip } from './chart-model.ts'
import type { ChartView } from './chart-search.ts'
import { createPyramid } from './minmax-pyramid.ts'
import { buildStack, findGapRuns, joinIndices } from './stack-layers.ts'
import { bucketEnds, buildEnergySeries, type EnergyBalance, type EnergySeries } from './stacked-series.ts'

export interface EnergyModelInput {
  energy: EnergyBalance & { soc?: readonly (number | null)[] }
  view: ChartView
  hidden: ReadonlySet<string>
  nowMs: number
  /** Another period and where each bucket finds its counterpart there (−1: nowhere). */
  comparison?: { energy: EnergyBalance; aligned: Int32Array } | null
  /** Bars for energy, areas for power; a small picture may always use areas. */
  mode?: 'bars' | 'area'
}

export interface EnergyModel {
  model: ChartModel
  series: EnergySeries[]
  /** The other period's series aligned with this one's buckets. */
  compared: EnergySeries[]
  soc: Float64Array | null
}

/** The complete drawing of a balance: the stack, the state of charge below it, gaps, estimates, the other period. */
export function buildEnergyModel({
  energy,
  view,
  hidden,
  nowMs,
  comparison,
  mode,
}: EnergyModelInput): EnergyModel {
  const ts = new Float64Array(energy.ts)
  const ends = bucketEnds(ts, energy.to)
  const series = buildEnergySeries(energy, view, nowMs, ends).filter(
    ({ key, values }) => key !== 'home' || hasAny(values),
  )
  const compared = comparison
    ? alignSeries(buildEnergySeries(comparison.energy, view), comparison.aligned)
    : []
  const strips: ChartStrip[] = [
    {
      key: 'balance',
      unit: view === 'energy' ? 'Wh' : 'W',
      weight: 1,
      layers: buildStack(series, hidden),
      ...(compared.length > 0 && { ghosts: buildStack(compared, hidden) }),
      lines: [],
      mode: mode ?? (view === 'energy' ? 'bars' : 'area'),
      includesZero: true,
    },
  ]
  const soc = energy.has.battery && energy.soc ? toSeries(energy.soc) : null
  const hasSoc = soc !== null && hasAny(soc)
  if (hasSoc && !hidden.has('soc')) strips.push(buildSocStrip(soc))
  return {
    model: {
      fromMs: energy.from,
      toMs: energy.to,
      timeZone: energy.time_zone,
      ts,
      ends,
      strips,
      gaps: findGapRuns(series, ts.length),
      estimated: joinIndices(energy.estimated),
      nowMs,
      showsNow: true,
    },
    series,
    compared,
    soc: hasSoc ? soc : null,
  }
}

function buildSocStrip(soc: Float64Array): ChartStrip {
  return {
    key: 'soc',
    unit: '%',
    weight: 0.22,
    layers: [],
    lines: [{ key: 'soc', colour: 'soc', values: createPyramid(soc), filled: true }],
    mode: 'area',
    fixed: { min: 0, max: 100 },
    includesZero: true,
  }
}

function alignSeries(series: readonly EnergySeries[], aligned: Int32Array): EnergySeries[] {
  return series.map(({ key, side, values }) => {
    const placed = new Float64Array(aligned.length)
    for (let i = 0; i < placed.length; i++) placed[i] = aligned[i]! < 0 ? Number.NaN : values[aligned[i]!]!
    return { key, side, values: placed }
  })
}

/** Answers use null for unknown; drawing needs NaN. */
export function toSeries(values: readonly (number | null)[]): Float64Array {
  const out = new Float64Array(values.length)
  for (let i = 0; i < out.length; i++) out[i] = values[i] ?? Number.NaN
  return out
}

export function hasAny(values: Float64Array): boolean {
  return values.some((value) => !Number.isNaN(value))
}
