import type { ChartModel, ChartStrip, ChartWindow } from './chart-model.ts'
import { findExtent } from './minmax-pyramid.ts'
import { findBucketIndex } from './stack-layers.ts'
import { buildValueTicks, chooseValueStep } from './time-ticks.ts'

export interface ValueRange {
  min: number
  max: number
  ticks: number[]
}

/** Indices [from, to) of the buckets that touch a window. */
export function findVisible(
  model: Pick<ChartModel, 'ts'>,
  window: ChartWindow,
): { from: number; to: number } {
  if (model.ts.length === 0) return { from: 0, to: 0 }
  const from = findBucketIndex(model.ts, window.fromMs)
  const to = findBucketIndex(model.ts, window.toMs - 1) + 1
  return { from, to }
}

/** A value axis with round ends around everything visible; an empty strip has 0 to 1. */
export function calculateValueRange(
  strip: ChartStrip,
  visible: { from: number; to: number },
  heightPx: number,
): ValueRange {
  const wanted = Math.max(2, Math.round(heightPx / 44))
  if (strip.fixed) {
    const { min, max } = strip.fixed
    if (strip.tickNames) return { min, max, ticks: strip.tickNames.map((_, index) => index) }
    return { min, max, ticks: buildValueTicks(min, max, chooseValueStep(max - min, Math.min(wanted, 2))) }
  }
  let min = strip.includesZero ? 0 : Number.POSITIVE_INFINITY
  let max = strip.includesZero ? 0 : Number.NEGATIVE_INFINITY
  for (const { edge } of [...strip.layers, ...(strip.ghosts ?? [])])
    include(findExtent(edge, visible.from, visible.to))
  for (const line of strip.lines) include(findExtent(line.values, visible.from, visible.to))
  if (!(max > min)) {
    if (!Number.isFinite(min)) return { min: 0, max: 1, ticks: [0, 1] }
    const pad = Math.abs(min) * 0.05 || 1
    max = min + pad
    if (!strip.includesZero) min -= pad
  }
  const step = chooseValueStep(max - min, wanted)
  const low = Math.floor(min / step + 1e-9) * step
  const high = Math.ceil(max / step - 1e-9) * step
  return { min: low, max: high, ticks: buildValueTicks(low, high, step) }

  function include(extent: { min: number; max: number } | null) {
    if (!extent) return
    if (extent.min < min) min = extent.min
    if (extent.max > max) max = extent.max
  }
}

/** The decimals that distinguish all ticks and falsify none: 2.5 needs one although the step is larger than 1. */
export function countDigits(ticks: readonly number[]): number {
  for (let digits = 0; digits < 3; digits++) {
    const scale = 10 ** digits
    if (ticks.every((tick) => Math.abs(tick * scale - Math.round(tick * scale)) < 1e-6)) return digits
  }
  return 3
}
