import { createPyramid, type MinMaxPyramid } from './minmax-pyramid.ts'

export interface StackInput {
  key: string
  side: 1 | -1
  values: Float64Array
}

/** One coloured layer: its outer edge, signed, already stacked on the layers nearer to zero. */
export interface StackLayer {
  key: string
  side: 1 | -1
  edge: MinMaxPyramid
}

/**
 * Stacks the shown series away from zero, those above and those below separately. A gap in one series counts as
 * nothing; where all series of a side are gaps the edge is NaN and nothing is drawn.
 */
export function buildStack(series: readonly StackInput[], hidden: ReadonlySet<string>): StackLayer[] {
  const layers: StackLayer[] = []
  for (const side of [1, -1] as const) {
    let below: Float64Array | null = null
    for (const { key, values, side: ownSide } of series) {
      if (ownSide !== side || hidden.has(key)) continue
      const edge = stackOn(below, values, side)
      layers.push({ key, side, edge: createPyramid(edge) })
      below = edge
    }
  }
  return layers
}

function stackOn(base: Float64Array | null, values: Float64Array, side: 1 | -1): Float64Array {
  if (base === null && side > 0) return values
  const edge = new Float64Array(values.length)
  if (base === null) {
    for (let i = 0; i < edge.length; i++) edge[i] = 0 - values[i]!
    return edge
  }
  for (let i = 0; i < edge.length; i++) {
    const own = side > 0 ? values[i]! : 0 - values[i]!
    const foot = base[i]!
    const sum = foot + own
    // Comparisons with NaN are false: only then is it checked which of the two is a gap.
    if (sum >= 0 || sum < 0) edge[i] = sum
    else edge[i] = Number.isNaN(own) ? foot : own
  }
  return edge
}

/** The first index whose bucket ends after the instant: where drawing a window begins. */
export function findBucketIndex(ts: ArrayLike<number>, ms: number): number {
  let low = 0
  let high = ts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (ts[middle]! <= ms) low = middle
    else high = middle - 1
  }
  return low
}

export interface Run {
  from: number
  /** Exclusive. */
  to: number
}

/** Runs of buckets in which nothing at all is known. */
export function findGapRuns(series: readonly { values: Float64Array }[], count: number): Run[] {
  const runs: Run[] = []
  const first = series[0]?.values
  let start = -1
  for (let i = 0; i <= count; i++) {
    // Usually the first series has a value, and no other is checked: this loop processes two years of quarter-hours.
    const value = i < count && first ? first[i]! : Number.NaN
    const isGap = Number.isNaN(value) && i < count && isUnknown(series, i)
    if (isGap && start < 0) start = i
    if (!isGap && start >= 0) {
      runs.push({ from: start, to: i })
      start = -1
    }
  }
  return runs
}

function isUnknown(series: readonly { values: Float64Array }[], i: number): boolean {
  for (const { values } of series) if (!Number.isNaN(values[i]!)) return false
  return true
}

/** Neighbouring indices joined to runs, so that a mark is drawn once and not a thousand times. */
export function joinIndices(indices: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const index of indices) {
    const last = runs.at(-1)
    if (last && last.to === index) last.to = index + 1
    else runs.push({ from: index, to: index + 1 })
  }
  return runs
}
