import type uPlot from 'uplot'
import type { ChartStrip } from './chart-model.ts'
import { createScales, ghostSpan, isDense, isSideBySide } from './layer-paths.ts'
import { writeColumnExtents } from './minmax-pyramid.ts'
import type { PlotState } from './plot-state.ts'
import type { StackLayer } from './stack-layers.ts'
import { findVisible } from './value-range.ts'

/**
 * Another period behind this one, each series in its own colour: outlined pale bars beside the bars if there is room,
 * else the outlines of its layers over the picture.
 */
export function drawGhosts(plot: uPlot, state: PlotState, strip: ChartStrip): void {
  const ghosts = strip.ghosts ?? []
  if (ghosts.length === 0) return
  const { ctx, bbox } = plot
  ctx.save()
  const clip = new Path2D()
  clip.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip(clip)
  // Outer layers first: inner ones lie over them.
  for (const [at, ghost] of ghosts.toReversed().entries()) {
    const inner = ghosts[ghosts.length - 2 - at]
    const foot = inner?.side === ghost.side ? inner.edge.values : null
    if (isSideBySide(plot, state, strip)) drawBars(plot, state, strip, ghost, foot)
    else drawOutline(plot, state, strip, ghost, foot)
  }
  ctx.restore()
}

/** Whether a series adds something to its stack there. */
const adds = ({ edge }: StackLayer, foot: Float64Array | null, i: number) =>
  Math.abs(edge.values[i]! - (foot?.[i] || 0)) > 0

function drawBars(
  plot: uPlot,
  state: PlotState,
  strip: ChartStrip,
  ghost: StackLayer,
  foot: Float64Array | null,
) {
  const { model, window, theme, scale } = state
  const { ctx } = plot
  const { x, y } = createScales(plot)
  const px = devicePixelRatio * scale
  const visible = findVisible(model, window)
  const path = new Path2D()
  for (let i = visible.from; i < visible.to; i++) {
    if (!adds(ghost, foot, i)) continue
    const { from, width } = ghostSpan(x(model.ts[i]!), x(model.ends[i]!), state, strip)
    const [start, end] = [y(foot?.[i] || 0), y(ghost.edge.values[i]!)]
    path.rect(from + px / 2, Math.min(start, end), width - px, Math.abs(end - start))
  }
  ctx.fillStyle = theme.colour(ghost.key)
  ctx.strokeStyle = theme.line(ghost.key)
  ctx.lineWidth = px
  ctx.globalAlpha = 0.3
  ctx.fill(path)
  ctx.globalAlpha = 0.9
  ctx.stroke(path)
}

function drawOutline(
  plot: uPlot,
  state: PlotState,
  strip: ChartStrip,
  ghost: StackLayer,
  foot: Float64Array | null,
) {
  const { theme, scale } = state
  const { ctx } = plot
  const px = devicePixelRatio * scale
  const path = isDense(plot, state, strip)
    ? tracePixels(plot, state, ghost)
    : traceBuckets(plot, state, strip, ghost, foot)
  ctx.lineJoin = 'round'
  ctx.globalAlpha = 1
  // A rim in the background colour, so that the line is visible on a layer of its own colour.
  ctx.strokeStyle = theme.background
  ctx.lineWidth = 4 * px
  ctx.stroke(path)
  ctx.strokeStyle = theme.line(ghost.key)
  ctx.lineWidth = 1.75 * px
  ctx.stroke(path)
}

function traceBuckets(
  plot: uPlot,
  { model, window }: PlotState,
  strip: ChartStrip,
  ghost: StackLayer,
  foot: Float64Array | null,
): Path2D {
  const { x, y } = createScales(plot)
  const { ts, ends } = model
  const visible = findVisible(model, window)
  const path = new Path2D()
  let isOpen = false
  for (let i = Math.max(0, visible.from - 1); i < Math.min(ts.length, visible.to + 1); i++) {
    // The line of an empty layer would cover that of the next one.
    const isDrawn: boolean = adds(ghost, foot, i) || (isOpen && !Number.isNaN(ghost.edge.values[i]!))
    if (isDrawn) {
      const at = y(ghost.edge.values[i]!)
      if (strip.mode === 'bars') {
        if (isOpen) path.lineTo(x(ts[i]!), at)
        else path.moveTo(x(ts[i]!), at)
        path.lineTo(x(ends[i]!), at)
      } else {
        const middle = (x(ts[i]!) + x(ends[i]!)) / 2
        if (isOpen) path.lineTo(middle, at)
        else path.moveTo(middle, at)
      }
    }
    isOpen = isDrawn && adds(ghost, foot, i)
  }
  return path
}

/** Of many buckets in a pixel the farthest counts. */
function tracePixels(plot: uPlot, { model, window }: PlotState, { edge, side }: StackLayer): Path2D {
  const { x, y } = createScales(plot)
  const visible = findVisible(model, window)
  const left = x(model.ts[visible.from]!)
  const stepPx = 2 * devicePixelRatio
  const columns = Math.max(1, Math.floor((x(model.ends[visible.to - 1]!) - left) / stepPx))
  const [min, max] = [new Float64Array(columns), new Float64Array(columns)]
  writeColumnExtents(edge, visible.from, visible.to, columns, min, max, true)
  const path = new Path2D()
  let isOpen = false
  for (const [column, value] of (side > 0 ? max : min).entries()) {
    const isKnown = !Number.isNaN(value)
    if (isKnown && isOpen) path.lineTo(left + (column + 0.5) * stepPx, y(value))
    else if (isKnown) path.moveTo(left + (column + 0.5) * stepPx, y(value))
    isOpen = isKnown
  }
  return path
}
