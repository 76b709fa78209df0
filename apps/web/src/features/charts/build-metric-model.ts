import type { SeriesView } from '@ohmstead/contract/charts'
import { isRegisterKind } from '@ohmstead/domain/telemetry/metrics'
import { toSeries } from '../../shared/charts/build-energy-model.ts'
import type { ChartLine, ChartModel, ChartStrip } from '../../shared/charts/chart-model.ts'
import { createPyramid } from '../../shared/charts/minmax-pyramid.ts'
import { findGapRuns, joinIndices } from '../../shared/charts/stack-layers.ts'
import { bucketEnds } from '../../shared/charts/stacked-series.ts'

export interface MetricAnswer {
  from: number
  to: number
  time_zone: string
  ts: number[]
  series: SeriesView[]
}

export interface MetricSeries {
  /** `<device>/<metric>` */
  key: string
  view: SeriesView
  colour: string
  values: Float64Array
  /** Names of a state's numbers, if it is not a number itself. */
  names: string[] | null
  compared: Float64Array | null
}

export interface MetricModel {
  model: ChartModel
  series: MetricSeries[]
}

/** Lines by unit, one strip each; states get separate strips, since their numbers are only names. */
export function buildMetricModel(
  answer: MetricAnswer,
  hidden: ReadonlySet<string>,
  nowMs: number,
  comparison: { answer: MetricAnswer; aligned: Int32Array } | null,
): MetricModel {
  const ts = new Float64Array(answer.ts)
  const series = answer.series.map((view, index): MetricSeries => {
    const key = view.metric
    const { values, names } = readValues(view)
    const other = comparison?.answer.series.find((one) => one.metric === key)
    const compared =
      other && view.kind !== 'state' ? align(toSeries(other.values), comparison!.aligned) : null
    return { key, view, colour: `metric${index % 8}`, values, names, compared }
  })
  const strips: ChartStrip[] = []
  for (const one of series) {
    if (hidden.has(one.key)) continue
    const key = one.view.kind === 'state' ? `state ${one.key}` : `unit ${one.view.unit}`
    let strip = strips.find((candidate) => candidate.key === key)
    if (!strip) {
      strip = createStrip(key, one)
      strips.push(strip)
    }
    strip.lines.push(...buildLines(one))
  }
  return {
    model: {
      fromMs: answer.from,
      toMs: answer.to,
      timeZone: answer.time_zone,
      ts,
      ends: bucketEnds(ts, answer.to),
      strips,
      gaps: findGapRuns(series, ts.length),
      estimated: joinIndices(
        [...new Set(answer.series.flatMap(({ estimated }) => estimated))].sort((a, b) => a - b),
      ),
      nowMs,
      showsNow: true,
    },
    series,
  }
}

function createStrip(key: string, { view, names, values }: MetricSeries): ChartStrip {
  const isState = view.kind === 'state'
  return {
    key,
    unit: isState ? '' : view.unit,
    weight: isState ? 0.4 : 1,
    layers: [],
    lines: [],
    mode: 'area',
    ...(isState && {
      fixed: { min: -0.15, max: Math.max(1, names ? names.length - 1 : largest(values)) + 0.15 },
    }),
    ...(view.unit === '%' && { fixed: { min: 0, max: 100 } }),
    includesZero: view.kind === 'power' || isRegisterKind(view.kind),
    ...(names && { tickNames: names }),
  }
}

function buildLines({ key, view, colour, values, compared }: MetricSeries): ChartLine[] {
  const isStepped = view.kind === 'state' || isRegisterKind(view.kind)
  const band = view.min && view.max ? { min: toSeries(view.min), max: toSeries(view.max) } : undefined
  const line: ChartLine = {
    key,
    colour,
    values: createPyramid(values),
    band,
    stepped: isStepped,
    filled: false,
  }
  if (!compared) return [line]
  return [
    line,
    { key: `${key} compared`, colour, values: createPyramid(compared), dashed: true, stepped: isStepped },
  ]
}

/** A text or boolean state becomes the number of its name; the names in the order of first use. */
function readValues(view: SeriesView): { values: Float64Array; names: string[] | null } {
  const states = view.kind === 'state' ? view.states : undefined
  if (!states?.some((state) => typeof state === 'string' || typeof state === 'boolean')) {
    const numbers = states?.map((state) => (typeof state === 'number' ? state : null))
    return { values: toSeries(numbers ?? view.values), names: null }
  }
  const isTruth = states.every((state) => state === null || typeof state === 'boolean')
  const names: string[] = isTruth ? ['false', 'true'] : []
  const values = new Float64Array(states.length).fill(Number.NaN)
  for (const [i, state] of states.entries()) {
    if (state === null) continue
    const name = String(state)
    if (!names.includes(name)) names.push(name)
    values[i] = names.indexOf(name)
  }
  return { values, names }
}

function align(values: Float64Array, aligned: Int32Array): Float64Array {
  const placed = new Float64Array(aligned.length)
  for (let i = 0; i < placed.length; i++) placed[i] = aligned[i]! < 0 ? Number.NaN : values[aligned[i]!]!
  return placed
}

function largest(values: Float64Array): number {
  let most = 0
  for (const value of values) if (value > most) most = value
  return most
}
