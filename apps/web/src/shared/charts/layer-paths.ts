import type uPlot from 'uplot'
import type { ChartStrip } from './chart-model.ts'
import type { PlotState } from './plot-state.ts'
import { findVisible } from './value-range.ts'

// Paths missing in uPlot: buckets of different lengths, and stacks that end where another layer begins.

/** Outer layers first, so that inner ones lie over them; those above and those below zero never meet. */
export function orderLayers({ layers }: ChartStrip) {
  return layers.toReversed()
}

/** Whether there are so many buckets that pixels are painted instead of paths. */
export function isDense(plot: uPlot, state: PlotState, strip: ChartStrip): boolean {
  const { from, to } = findVisible(state.model, state.window)
  return to - from > plot.bbox.width / devicePixelRatio / state.scale / (strip.mode === 'bars' ? 3 : 1)
}

/** The position of instants and values on the canvas. */
export function createScales(plot: uPlot) {
  const { left, top, width, height } = plot.bbox
  const { x, y } = plot.scales
  const perMs = width / (x!.max! - x!.min!)
  const perUnit = height / (y!.max! - y!.min!)
  return {
    x: (ms: number) => left + (ms - x!.min!) * perMs,
    y: (value: number) => top + (y!.max! - value) * perUnit,
  }
}

/** The base of a layer: the values of the layer nearer to zero, or null for zero itself. */
function findInner(strip: ChartStrip, at: number): Float64Array | null {
  const layers = orderLayers(strip)
  const inner = layers[at + 1]
  return inner?.side === layers[at]!.side ? inner.edge.values : null
}

function footAt(inner: Float64Array | null, i: number): number {
  const foot = inner?.[i] ?? 0
  return Number.isNaN(foot) ? 0 : foot
}

const filled = (fill: Path2D, rim: Path2D | null): uPlot.Series.Paths => ({
  fill,
  stroke: rim,
  clip: null,
  flags: 0,
})

/** A path for the rim of a layer, if it has another colour than the fill. */
const startRim = ({ theme }: PlotState, key: string) =>
  theme.line(key) === theme.colour(key) ? null : new Path2D()

/** Below this a bar and its comparison would be two hairlines. */
const leastPairPx = 14
const ghostPart = 0.36

/** Whether bars are drawn beside the bars of another period; else that period is drawn as lines. */
export function isSideBySide(plot: uPlot, state: PlotState, strip: ChartStrip): boolean {
  if (strip.mode !== 'bars' || !strip.ghosts?.length) return false
  const { from, to } = findVisible(state.model, state.window)
  return plot.bbox.width / Math.max(1, to - from) >= leastPairPx * devicePixelRatio * state.scale
}

/** The position and width of a bar in its bucket. */
export function barSpan(left: number, right: number, state: PlotState, strip: ChartStrip) {
  const px = devicePixelRatio * state.scale
  const full = right - left
  const gap = full > 7 * px ? Math.min(14 * px, full * 0.2) : full > 3 * px ? px : 0
  const isPair = Boolean(strip.ghosts?.length) && full >= leastPairPx * px
  const from = Math.round(left + gap / 2 + (isPair ? (full - gap) * ghostPart : 0))
  return { from, width: Math.max(1, Math.round(right - gap / 2) - from) }
}

/** The position of the other period's bar: before this period's. */
export function ghostSpan(left: number, right: number, state: PlotState, strip: ChartStrip) {
  const alone = barSpan(left, right, state, { ...strip, ghosts: [] })
  return { from: alone.from, width: Math.round(alone.width * ghostPart) }
}

export function buildBarPath(
  plot: uPlot,
  state: PlotState,
  strip: ChartStrip,
  at: number,
): uPlot.Series.Paths | null {
  if (isDense(plot, state, strip)) return null
  const { ts, ends } = state.model
  const { key, side, edge } = orderLayers(strip)[at]!
  const inner = findInner(strip, at)
  const { x, y } = createScales(plot)
  const visible = findVisible(state.model, state.window)
  const px = devicePixelRatio * state.scale
  const zero = y(0)
  const path = new Path2D()
  const rim = startRim(state, key)
  for (let i = visible.from; i < visible.to; i++) {
    const value = edge.values[i]!
    // An empty layer would still shine through as a fringe.
    if (Number.isNaN(value) || value === footAt(inner, i)) continue
    const { from, width } = barSpan(x(ts[i]!), x(ends[i]!), state, strip)
    const end = y(value)
    const height = Math.abs(end - zero)
    const radius = width < 4 * px ? 0 : Math.min(2.5 * px, width / 4, height)
    const corners = side > 0 ? [radius, radius, 0, 0] : [0, 0, radius, radius]
    path.roundRect(from, Math.min(zero, end), width, height, corners)
    const foot = y(footAt(inner, i))
    if (width > 3 * px)
      rim?.rect(from + px / 2, Math.min(foot, end) + px / 2, width - px, Math.abs(end - foot) - px / 2)
    else {
      rim?.moveTo(from, end)
      rim?.lineTo(from + width, end)
    }
  }
  return filled(path, rim)
}

/** The band between a layer's edge and its base, through the middles of the buckets. */
export function buildAreaPath(
  plot: uPlot,
  state: PlotState,
  strip: ChartStrip,
  at: number,
): uPlot.Series.Paths | null {
  if (isDense(plot, state, strip)) return null
  const { ts, ends } = state.model
  const { key, edge } = orderLayers(strip)[at]!
  const { values } = edge
  const inner = findInner(strip, at)
  const { x, y } = createScales(plot)
  const visible = findVisible(state.model, state.window)
  const path = new Path2D()
  const rim = startRim(state, key)
  // One extra bucket on each side, so that the curve leaves the picture in its direction.
  const to = Math.min(values.length, visible.to + 1)
  let start = -1
  for (let i = Math.max(0, visible.from - 1); i <= to; i++) {
    const isKnown = i < to && !Number.isNaN(values[i]!)
    if (isKnown && start < 0) start = i
    if (!isKnown && start >= 0) {
      traceBand(start, i)
      start = -1
    }
  }
  return filled(path, rim)

  function traceBand(from: number, end: number) {
    const middle = (i: number) => (x(ts[i]!) + x(ends[i]!)) / 2
    path.moveTo(x(ts[from]!), y(values[from]!))
    for (let i = from; i < end; i++) path.lineTo(middle(i), y(values[i]!))
    path.lineTo(x(ends[end - 1]!), y(values[end - 1]!))
    let isOpen = false
    for (let i = from; i < end && rim; i++) {
      // Where the layer adds nothing its rim would cover another one's.
      const adds = values[i]! !== footAt(inner, i)
      if (adds && isOpen) rim.lineTo(middle(i), y(values[i]!))
      else if (adds) rim.moveTo(middle(i), y(values[i]!))
      isOpen = adds
    }
    path.lineTo(x(ends[end - 1]!), y(footAt(inner, end - 1)))
    for (let i = end - 1; i >= from; i--) path.lineTo(middle(i), y(footAt(inner, i)))
    path.lineTo(x(ts[from]!), y(footAt(inner, from)))
    path.closePath()
  }
}

/** Each value from the start of its bucket to its end; equal neighbours are one line, for speed over years. */
export function buildStepPath(plot: uPlot, state: PlotState, values: Float64Array): uPlot.Series.Paths {
  const { ts, ends } = state.model
  const { x, y } = createScales(plot)
  const { from, to } = findVisible(state.model, state.window)
  const end = Math.min(values.length, to + 1)
  const stroke = new Path2D()
  let isOpen = false
  for (let i = Math.max(0, from - 1); i < end; i++) {
    const value = values[i]!
    if (!Number.isNaN(value)) {
      if (isOpen) stroke.lineTo(x(ts[i]!), y(value))
      else stroke.moveTo(x(ts[i]!), y(value))
      while (i + 1 < end && values[i + 1] === value) i++
      stroke.lineTo(x(ends[i]!), y(value))
    }
    isOpen = !Number.isNaN(value)
  }
  return { stroke, fill: null, clip: null, flags: 0 }
}
