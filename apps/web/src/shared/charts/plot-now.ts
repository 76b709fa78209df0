import type uPlot from 'uplot'
import type { ChartModel, ChartWindow } from './chart-model.ts'
import { barSpan, createScales } from './layer-paths.ts'
import type { PlotState } from './plot-state.ts'
import { findBucketIndex } from './stack-layers.ts'

/** A line for now is useful where minutes are distinguishable: up to a week or so. */
const longestLineMs = 8 * 86_400_000

/** The current bucket, or -1. */
export function findOngoing({ ts, ends, nowMs, showsNow }: ChartModel): number {
  if (!showsNow || ts.length === 0 || nowMs < ts[0]!) return -1
  const index = findBucketIndex(ts, nowMs)
  return nowMs < ends[index]! ? index : -1
}

/** Whether a line stands where now is. */
export function hasNowLine(model: ChartModel, { fromMs, toMs }: ChartWindow): boolean {
  const isInside = model.nowMs >= fromMs && model.nowMs < toMs
  return isInside && findOngoing(model) >= 0 && toMs - fromMs <= longestLineMs
}

/** What is still to come is shaded, and a line stands where now is: the empty part of a day is no gap. */
export function drawFuture(plot: uPlot, { model, window, theme, scale }: PlotState, index: number): void {
  const ongoing = findOngoing(model)
  if (ongoing < 0) return
  const { ctx, bbox } = plot
  const { x } = createScales(plot)
  const px = devicePixelRatio * scale
  const right = bbox.left + bbox.width
  // The bar of the present bucket reaches to its end, however young it is.
  const isBars = model.strips[index]!.mode === 'bars'
  const left = Math.max(bbox.left, x(isBars ? model.ends[ongoing]! : model.nowMs))
  ctx.save()
  if (left < right) {
    ctx.globalAlpha = 0.12
    ctx.fillStyle = theme.axis
    ctx.fillRect(left, bbox.top, right - left, bbox.height)
  }
  if (hasNowLine(model, window)) {
    ctx.globalAlpha = 0.7
    ctx.fillStyle = theme.ink
    ctx.fillRect(Math.round(x(model.nowMs) - px / 2), bbox.top, Math.max(1, Math.round(px)), bbox.height)
  }
  ctx.restore()
}

/** The bar of the bucket that is not over yet is paler than the others, with which it cannot be compared. */
export function drawOngoing(plot: uPlot, state: PlotState, index: number): void {
  const { model, theme } = state
  const ongoing = findOngoing(model)
  const strip = model.strips[index]!
  if (ongoing < 0 || strip.mode !== 'bars') return
  const { ctx } = plot
  const { x, y } = createScales(plot)
  const ends = strip.layers.map(({ edge }) => edge.values[ongoing] || 0)
  const top = y(Math.max(0, ...ends))
  const { from, width } = barSpan(x(model.ts[ongoing]!), x(model.ends[ongoing]!), state, strip)
  ctx.save()
  ctx.globalAlpha = 0.5
  ctx.fillStyle = theme.background
  ctx.fillRect(from, top, width, y(Math.min(0, ...ends)) - top)
  ctx.restore()
}
