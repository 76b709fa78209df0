import type uPlot from 'uplot'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChartModel, ChartStrip } from './chart-model.ts'
import { drawDenseLayers, toWord } from './draw-dense.ts'
import { createPyramid } from './minmax-pyramid.ts'
import type { PlotState } from './plot-state.ts'

afterEach(() => vi.unstubAllGlobals())

test('a colour becomes the bytes red, green, blue, alpha', () => {
  const bytes = new Uint8Array(Uint32Array.of(toWord('#eba51c')).buffer)
  expect([...bytes]).toEqual([0xeb, 0xa5, 0x1c, 0xff])
})

// The canvas is kept between pictures.
let painted: string[] = []

/** What is painted for 40 buckets over so many pixels: a letter a pixel, a line a row, from the top. */
function paint(widthPx: number, heightPx: number, values: number[]): string[] {
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal(
    'ImageData',
    class {
      data: Uint8ClampedArray
      width: number
      height: number
      constructor(width: number, height: number) {
        this.width = width
        this.height = height
        this.data = new Uint8ClampedArray(width * height * 4)
      }
    },
  )
  const letters = new Map([
    [0, '.'],
    [toWord('#0000ff'), '#'],
  ])
  // The picture is painted rotated.
  const putImageData = ({ data, width, height }: ImageData) => {
    const words = new Uint32Array(data.buffer)
    painted = Array.from({ length: width }, (_, row) =>
      Array.from({ length: height }, (_, column) => letters.get(words[column * width + row]!) ?? 'o').join(
        '',
      ),
    )
  }
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => ({ putImageData }) }) })
  const count = values.length
  const ts = Float64Array.from({ length: count }, (_, at) => at * 1000)
  const state = {
    model: { ts, ends: ts.map((start) => start + 1000) } as ChartModel,
    window: { fromMs: 0, toMs: count * 1000 },
    theme: { background: '#ffffff', colour: () => '#0000ff', line: () => '#0000ff' },
    scale: 1,
    isMoving: false,
  } as unknown as PlotState
  const plot = {
    bbox: { left: 0, top: 0, width: widthPx, height: heightPx },
    scales: { x: { min: 0, max: count * 1000 }, y: { min: -2, max: 2 } },
    ctx: { save() {}, restore() {}, transform() {}, drawImage() {} },
  } as unknown as uPlot
  const side = values.some((value) => value < 0) ? -1 : 1
  const layers = [{ key: 'one', side, edge: createPyramid(Float64Array.from(values)) }]
  drawDenseLayers(plot, state, { mode: 'area', layers } as unknown as ChartStrip)
  return painted
}

test('a column is full where the value is constant, paler where it varies, and empty in a gap', () => {
  const values = [...Array(10).fill(1), ...Array(5).fill([1, 2]).flat(), ...Array(10).fill(Number.NaN)]
  expect(paint(3, 4, values)).toEqual(['.o.', '##.', '...', '...'])
})

test('uses are below zero, and a picture of another size is painted completely', () => {
  expect(paint(4, 4, Array(20).fill(-1))).toEqual(['....', '....', '####', '....'])
  expect(paint(2, 8, Array(20).fill(-1))).toEqual(['..', '..', '..', '..', '##', '##', '..', '..'])
})
