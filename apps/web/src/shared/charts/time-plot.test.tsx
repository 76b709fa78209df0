import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChartModel, ChartTheme } from './chart-model.ts'
import { createPyramid } from './minmax-pyramid.ts'
import { createTimePlot, type Shown } from './time-plot.ts'

const hour = 3_600_000
const ts = Float64Array.of(0, hour, 2 * hour, 3 * hour)
const model: ChartModel = {
  fromMs: 0,
  toMs: 4 * hour,
  timeZone: 'UTC',
  ts,
  ends: ts.map((start) => start + hour),
  strips: [
    {
      key: 'energy',
      unit: 'Wh',
      weight: 1,
      layers: [{ key: 'home', side: 1, edge: createPyramid(Float64Array.of(1, 2, 3, 4)) }],
      lines: [],
      mode: 'bars',
      includesZero: true,
    },
  ],
  gaps: [],
  estimated: [],
  nowMs: 4 * hour,
}
const theme: ChartTheme = {
  background: '#ffffff',
  grid: '#eeeeee',
  axis: '#cccccc',
  text: '#000000',
  ink: '#000000',
  font: '12px sans-serif',
  colour: () => '#0000ff',
  line: () => '#0000ff',
  locale: 'en',
  hour12: false,
  formatNumber: String,
}
const shown: Shown = {
  model,
  theme,
  window: { fromMs: 0, toMs: 4 * hour },
  cursor: null,
  width: 470,
  height: 200,
}

beforeEach(() => {
  // The simulated browser paints nothing; pointer events are reported all the same.
  const canvas = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(canvas as never)
  vi.stubGlobal('Path2D', function path() {
    return canvas
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The plot is 400 px wide beside its axis, 100 px a bucket. */
function draw() {
  const frame = document.createElement('div')
  document.body.replaceChildren(frame)
  const listeners = { onCursor: vi.fn(), onZoom: vi.fn() }
  const plot = createTimePlot(frame, shown, listeners)
  const over = frame.querySelector('.u-over')!
  Object.defineProperty(over, 'clientWidth', { value: 400 })
  const point = (type: string, clientX: number, init: MouseEventInit = {}) =>
    over.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY: 50, ...init }))
  return { ...listeners, plot, point, frame }
}

test('reports the bucket under the pointer, and when the pointer has left', () => {
  const { onCursor, plot, point } = draw()
  point('mousemove', 150)
  expect(onCursor.mock.calls).toEqual([[1]])
  plot.show({ ...shown, cursor: 1 })
  point('mousemove', 160)
  expect(onCursor).toHaveBeenCalledTimes(1)
  point('mousemove', 400)
  expect(onCursor).toHaveBeenLastCalledWith(3)
  plot.show({ ...shown, cursor: 3 })
  point('mouseleave', 500)
  expect(onCursor).toHaveBeenLastCalledWith(null)
  plot.destroy()
})

test('does not report a crosshair that is moved from outside', () => {
  const { onCursor, plot } = draw()
  plot.show({ ...shown, cursor: 2 })
  expect(onCursor).not.toHaveBeenCalled()
  plot.destroy()
})

test('a double click shows the whole range again', () => {
  const { onZoom, plot, point } = draw()
  point('dblclick', 150)
  expect(onZoom.mock.calls).toEqual([[null]])
  plot.destroy()
})
