import { scaleUnit } from '@ohmstead/domain/units/scale-unit'
import type uPlot from 'uplot'
import { createScales } from './layer-paths.ts'
import type { PlotState } from './plot-state.ts'
import type { Run } from './stack-layers.ts'

/** The unit above the value axis, not beside it: the plot keeps the width. */
export function drawUnit({ ctx, bbox }: uPlot, { model, theme, ranges, scale }: PlotState, index: number) {
  const range = ranges[index]
  if (!range) return
  const px = devicePixelRatio * scale
  const { unit } = scaleUnit(Math.max(Math.abs(range.min), Math.abs(range.max)), model.strips[index]!.unit)
  ctx.save()
  ctx.font = theme.font.replace(/[\d.]+px/, `${12 * px}px`)
  ctx.fillStyle = theme.text
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  ctx.fillText(unit, Math.max(4 * px, bbox.left - 32 * px), bbox.top - 11 * px)
  ctx.restore()
}

/** Names of states at the value axis, condensed if they are too long. */
export function drawNames(plot: uPlot, { model, theme, ranges, scale }: PlotState, index: number) {
  const names = model.strips[index]!.tickNames
  if (!names) return
  const { ctx, bbox } = plot
  const px = devicePixelRatio * scale
  const { y } = createScales(plot)
  ctx.save()
  ctx.font = theme.font.replace(/[\d.]+px/, `${12 * px}px`)
  ctx.fillStyle = theme.text
  ctx.textAlign = 'right'
  ctx.textBaseline = 'middle'
  for (const tick of ranges[index]?.ticks ?? [])
    ctx.fillText(names[tick] ?? '', bbox.left - 8 * px, y(tick), bbox.left - 10 * px)
  ctx.restore()
}

export function drawZero(plot: uPlot, { theme, scale }: PlotState) {
  const { ctx, bbox, scales } = plot
  if (scales.y!.min! >= 0 || scales.y!.max! <= 0) return
  const px = Math.max(1, Math.round(devicePixelRatio * scale))
  ctx.save()
  ctx.fillStyle = theme.axis
  ctx.fillRect(bbox.left, Math.round(createScales(plot).y(0) - px / 2), bbox.width, px)
  ctx.restore()
}

/** Unknown: faint hatching from top to bottom, so that a gap never looks like zero. */
export function drawGaps(plot: uPlot, state: PlotState): void {
  const { model, theme } = state
  hatch(plot, state, model.gaps, model.nowMs, { colour: theme.axis, stepPx: 7, widthPx: 1, alpha: 0.55 })
}

/** Estimated energy: lines in the background colour, visible only on drawn areas, so bars look hatched. */
export function drawEstimated(plot: uPlot, state: PlotState): void {
  const { model, theme } = state
  const lines = { colour: theme.background, stepPx: 5, widthPx: 1.75, alpha: 0.8 }
  hatch(plot, state, model.estimated, Number.POSITIVE_INFINITY, lines)
}

function hatch(
  plot: uPlot,
  { model, window, scale }: PlotState,
  runs: readonly Run[],
  untilMs: number,
  lines: { colour: string; stepPx: number; widthPx: number; alpha: number },
): void {
  const { ctx, bbox } = plot
  const { x } = createScales(plot)
  const px = devicePixelRatio * scale
  const step = lines.stepPx * px
  const area = new Path2D()
  const strokes = new Path2D()
  for (const run of runs) {
    const fromMs = Math.max(model.ts[run.from]!, window.fromMs)
    const toMs = Math.min(model.ends[run.to - 1]!, window.toMs, untilMs)
    if (toMs <= fromMs) continue
    const [left, right] = [x(fromMs), x(toMs)]
    area.rect(left, bbox.top, right - left, bbox.height)
    // Lines follow a grid of the strip, not of the run, so that neighbouring runs join.
    const first = Math.floor((left - bbox.left - bbox.height) / step) * step + bbox.left
    for (let at = first; at < right; at += step) {
      strokes.moveTo(at, bbox.top + bbox.height)
      strokes.lineTo(at + bbox.height, bbox.top)
    }
  }
  ctx.save()
  ctx.clip(area)
  ctx.globalAlpha = lines.alpha
  ctx.strokeStyle = lines.colour
  ctx.lineWidth = lines.widthPx * px
  ctx.setLineDash([])
  ctx.stroke(strokes)
  ctx.restore()
}
