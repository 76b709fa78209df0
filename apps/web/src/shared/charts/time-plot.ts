import type uPlot from 'uplot'
import { attachGestures } from './chart-gestures.ts'
import type { ChartModel, ChartTheme, ChartWindow } from './chart-model.ts'
import { clampWindow } from './chart-window.ts'
import { ensureLevels } from './minmax-pyramid.ts'
import { layoutStrips, type PlotState } from './plot-state.ts'
import { findBucketIndex } from './stack-layers.ts'
import { buildStripOptions } from './strip-options.ts'
import { buildStripData, createPlot, describeStructure } from './strip-series.ts'

export interface Shown {
  model: ChartModel
  window: ChartWindow
  cursor: number | null
  width: number
  height: number
  theme: ChartTheme
}

export interface TimePlot {
  show: (next: Shown) => void
  destroy: () => void
}

interface Listeners {
  onCursor: (index: number | null) => void
  onZoom: (window: ChartWindow | null) => void
}

let count = 0

/** One uPlot per strip, one above the other, with a common crosshair, selection and time span. */
export function createTimePlot(frame: HTMLElement, first: Shown, listeners: Listeners): TimePlot {
  const state: PlotState = { ...first, scale: 1, isMoving: false, ranges: [] }
  let shown = first
  let plots: uPlot[] = []
  let structure = ''
  // Our own changes of the crosshair are not reported, and the plots already show their own.
  let isQuiet = false
  let announced: number | null = null
  let frameId = 0
  const syncKey = `chart ${++count}`

  const cursor: uPlot.Cursor = {
    y: false,
    points: { show: false },
    sync: { key: syncKey, setSeries: false },
    drag: { x: true, y: false, setScale: false, dist: 6 },
    move: (plot, left, top) => [isDragged(plot) || left < 0 ? left : snap(plot, left), top],
    bind: {
      mousedown: (_plot, target, handle) => (event) => {
        if (event.button === 0 && !event.shiftKey && event.target === target) handle(event)
        return null
      },
      dblclick: () => () => {
        listeners.onZoom(null)
        return null
      },
    },
  }
  build()
  const detach = attachGestures(frame, {
    plot: () => plots[0]?.over.getBoundingClientRect() ?? { left: 0, width: 1 },
    window: () => state.window,
    whole: () => ({ fromMs: state.model.fromMs, toMs: state.model.toMs }),
    onTouch: (ms) => listeners.onCursor(findIndex(ms)),
    onWindow: (next, isMoving) => {
      cancelAnimationFrame(frameId)
      const window = next ?? { fromMs: state.model.fromMs, toMs: state.model.toMs }
      if (isMoving) frameId = requestAnimationFrame(() => redraw({ window, isMoving: true }))
      else {
        redraw({ window, isMoving: false })
        listeners.onZoom(next)
      }
    },
  })
  return {
    show: (next) => {
      const before = shown
      shown = next
      const isSame =
        next.model === before.model &&
        next.theme === before.theme &&
        next.width === before.width &&
        next.height === before.height &&
        next.window.fromMs === state.window.fromMs &&
        next.window.toMs === state.window.toMs
      if (isSame) {
        if (next.cursor !== announced) placeCursor()
        return
      }
      const hasOtherData = next.model !== before.model
      const isResized = next.width !== before.width || next.height !== before.height
      Object.assign(state, next, { isMoving: false })
      if (describeStructure(next.model) !== structure) build()
      else redraw({ hasOtherData, isResized })
    },
    destroy: () => {
      cancelAnimationFrame(frameId)
      detach()
      for (const plot of plots) plot.destroy()
    },
  }

  function build() {
    for (const plot of plots) plot.destroy()
    structure = describeStructure(state.model)
    state.ranges = []
    isQuiet = true
    plots = state.model.strips.map((strip, index) => {
      const options = buildStripOptions(state, index, cursor)
      options.hooks!.setCursor = [() => index === 0 && notifyCursor()]
      options.hooks!.setSelect = [(plot) => plot.cursor.event && takeSelection(plot)]
      return createPlot(options, buildStripData(state.model, strip), frame)
    })
    prepareForMoving(state.model)
    placeCursor()
  }

  function redraw(change: Partial<PlotState> & { hasOtherData?: boolean; isResized?: boolean }) {
    const { hasOtherData, isResized, ...own } = change
    Object.assign(state, own)
    const heights = layoutStrips(state.model.strips, state.height)
    isQuiet = true
    for (const [index, plot] of plots.entries()) {
      plot.batch(() => {
        if (hasOtherData) plot.setData(buildStripData(state.model, state.model.strips[index]!), false)
        if (isResized) plot.setSize({ width: state.width, height: heights[index]! })
        plot.setScale('x', { min: state.window.fromMs, max: state.window.toMs })
      })
    }
    placeCursor()
  }

  function findIndex(ms: number): number | null {
    return state.model.ts.length === 0 ? null : findBucketIndex(state.model.ts, ms)
  }

  function middleOf(index: number): number {
    return (state.model.ts[index]! + state.model.ends[index]!) / 2
  }

  function snap(plot: uPlot, left: number): number {
    const index = findIndex(plot.posToVal(left, 'x'))
    if (index === null) return left
    return Math.min(plot.over.clientWidth, Math.max(0, plot.valToPos(middleOf(index), 'x')))
  }

  function placeCursor() {
    isQuiet = true
    const [plot] = plots
    if (!plot || state.isMoving) return
    const { cursor: index, model } = shown
    announced = index
    const ms = index === null || index >= model.ts.length ? Number.NaN : middleOf(index)
    const isVisible = ms >= state.window.fromMs && ms <= state.window.toMs
    const left = isVisible ? plot.valToPos(ms, 'x') : -10
    for (const each of plots) each.setCursor({ left, top: isVisible ? 0 : -10 })
    isQuiet = false
  }

  function notifyCursor() {
    if (isQuiet) return
    const { left } = plots[0]!.cursor
    const index = left === undefined || left < 0 ? null : findIndex(plots[0]!.posToVal(left, 'x'))
    announced = index
    if (index !== shown.cursor) listeners.onCursor(index)
  }

  function takeSelection(plot: uPlot) {
    const { left, width } = plot.select
    if (width <= 0) return
    const window = { fromMs: plot.posToVal(left, 'x'), toMs: plot.posToVal(left + width, 'x') }
    for (const each of plots) each.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
    listeners.onZoom(clampWindow(window, { fromMs: state.model.fromMs, toMs: state.model.toMs }))
  }
}

const isDragged = (plot: uPlot) => ((plot.cursor.event as MouseEvent | null)?.buttons ?? 0) > 0

/** Prepares dragging while idle. */
function prepareForMoving(model: ChartModel): void {
  if (model.ts.length < 5000 || !('requestIdleCallback' in globalThis)) return
  requestIdleCallback(() => {
    for (const { layers } of model.strips) for (const { edge } of layers) ensureLevels(edge)
  })
}
