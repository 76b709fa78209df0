import type uPlot from 'uplot'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChartStrip } from './chart-model.ts'
import { isDense } from './layer-paths.ts'
import type { PlotState } from './plot-state.ts'

afterEach(() => vi.unstubAllGlobals())

/** Whether this many buckets, over this many pixels of a page at double density, are painted as pixels. */
function isPainted(buckets: number, widthPx: number, mode: ChartStrip['mode'], scale = 1) {
  vi.stubGlobal('devicePixelRatio', 2)
  const state = {
    model: { ts: Float64Array.from({ length: buckets }, (_, at) => at * 1000) },
    window: { fromMs: 0, toMs: buckets * 1000 },
    scale,
  } as PlotState
  const plot = { bbox: { width: widthPx * 2 * scale } } as uPlot
  return isDense(plot, state, { mode } as ChartStrip)
}

test('bars need three pixels each, areas one; below that they are painted', () => {
  expect([isPainted(100, 300, 'bars'), isPainted(101, 300, 'bars')]).toEqual([false, true])
  expect([isPainted(300, 300, 'area'), isPainted(301, 300, 'area')]).toEqual([false, true])
})

test('a picture for a file, which is larger, is drawn as on the screen', () => {
  expect([isPainted(100, 300, 'bars', 3), isPainted(101, 300, 'bars', 3)]).toEqual([false, true])
})
