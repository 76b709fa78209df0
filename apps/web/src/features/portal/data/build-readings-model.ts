import type { ChartLine, ChartModel, ChartStrip } from '../../../shared/charts/chart-model.ts'
import { createPyramid } from '../../../shared/charts/minmax-pyramid.ts'
import {
  buildStack,
  findGapRuns,
  joinIndices,
  type Run,
  type StackInput,
  type StackLayer,
} from '../../../shared/charts/stack-layers.ts'
import { portalTimeZone } from '../../../shared/portal/portal-selection.ts'
import { buildDaysModel } from './build-days-model.ts'
import { buildDayPowers, type DayPowers } from './day-powers.ts'
import type { ReadingsSummary } from './summarise-readings.ts'

const quarterMs = 900_000
/** Over a longer range single quarter-hours are a wall and the band of blocks a blur: days are drawn instead. */
export const longestBandMs = 32 * 86_400_000

export interface ReadingsSeries {
  ts: Float64Array
  ends: Float64Array
  /** Power within the agreed power, and power above it. */
  within: Float64Array
  excess: Float64Array | null
  gaps: Run[]
  estimated: Run[]
  // Each is computed on first use and then cached, whatever is zoomed to or hidden.
  stacks: Map<string, StackLayer[]>
  getSteps: () => ChartLine
  getDays: () => DayPowers
  getBlocks: () => ChartStrip
}

/** The base of every picture of the readings; computed once per selection. */
export function buildReadingsSeries(summary: ReadingsSummary): ReadingsSeries {
  const { firstStartMs, importW, agreedW, estimated, block } = summary
  const count = importW.length
  const ts = new Float64Array(count)
  const ends = new Float64Array(count)
  const within = new Float64Array(count)
  const excess = new Float64Array(count)
  let isAgreed = false
  for (let i = 0; i < count; i++) {
    const power = importW[i]!
    const agreed = agreedW[i]!
    ts[i] = firstStartMs + i * quarterMs
    ends[i] = firstStartMs + (i + 1) * quarterMs
    excess[i] = power > agreed ? power - agreed : power * 0
    within[i] = power - excess[i]!
    if (!Number.isNaN(agreed)) isAgreed = true
  }
  return {
    ts,
    ends,
    within,
    excess: isAgreed ? excess : null,
    gaps: findGapRuns([{ values: importW }], count),
    estimated: joinIndices(estimated),
    stacks: new Map(),
    getSteps: once(() => buildAgreedSteps(agreedW)),
    getDays: once(() => buildDayPowers(summary)),
    getBlocks: once(() => buildBlockBand(block)),
  }
}

/** Close up every quarter-hour, from afar the days. */
export function buildReadingsModel(
  summary: ReadingsSummary,
  series: ReadingsSeries,
  hidden: ReadonlySet<string>,
  isClose: boolean,
): ChartModel {
  return isClose
    ? buildQuarterHours(summary, series, hidden)
    : buildDaysModel(summary, series.getDays(), series.excess !== null, hidden)
}

/** Import above zero, the excess over the agreed power on top of it, export below, the agreed power as steps. */
function buildQuarterHours(
  { exportW, known }: ReadingsSummary,
  series: ReadingsSeries,
  hidden: ReadonlySet<string>,
): ChartModel {
  const { ts, ends, excess, gaps, estimated } = series
  const fromMs = ts[0] ?? 0
  const isAgreedShown = excess !== null && !hidden.has('agreed')
  const strips: ChartStrip[] = [
    {
      key: 'power',
      unit: 'W',
      weight: 1,
      mode: 'area',
      includesZero: true,
      layers: getStack(series, exportW, hidden),
      lines: isAgreedShown ? [series.getSteps()] : [],
    },
  ]
  if (!hidden.has('block')) strips.push(series.getBlocks())
  return {
    fromMs,
    toMs: ends.at(-1) ?? 0,
    timeZone: portalTimeZone,
    ts,
    ends,
    strips,
    gaps,
    estimated,
    // After the last reading nothing is missing: it has not been read yet.
    nowMs: known?.toMs ?? fromMs,
  }
}

function getStack(
  { stacks, within, excess }: ReadingsSeries,
  exportW: Float64Array | null,
  hidden: ReadonlySet<string>,
): StackLayer[] {
  const shown: StackInput[] = [
    { key: 'grid_import', side: 1 as const, values: within },
    ...(excess ? [{ key: 'excess', side: 1 as const, values: excess }] : []),
    ...(exportW ? [{ key: 'grid_export', side: -1 as const, values: exportW }] : []),
  ].filter(({ key }) => !hidden.has(key))
  const name = shown.map(({ key }) => key).join(' ')
  const stack = stacks.get(name) ?? buildStack(shown, new Set())
  stacks.set(name, stack)
  return stack
}

function once<T>(make: () => T): () => T {
  let made: T | null = null
  return () => {
    made ??= make()
    return made
  }
}

function buildAgreedSteps(agreedW: Float64Array): ChartLine {
  return { key: 'agreed', colour: 'agreed', values: createPyramid(agreedW), stepped: true }
}

/** The time block, as a band of five colours. */
function buildBlockBand(block: Uint8Array): ChartStrip {
  // A quarter-hour has one block, so the stacked layers have the same height.
  const layers = [1, 2, 3, 4, 5].map((number) => {
    const edge = new Float64Array(block.length).fill(Number.NaN)
    for (let i = 0; i < edge.length; i++) if (block[i]! >= 1 && block[i]! <= number) edge[i] = 1
    return { key: `block${number}`, side: 1 as const, edge: createPyramid(edge) }
  })
  return {
    key: 'blocks',
    unit: '',
    weight: 0.05,
    mode: 'area',
    fixed: { min: 0, max: 1 },
    tickNames: [],
    includesZero: true,
    layers,
    lines: [],
  }
}
