import type uPlot from 'uplot'
import type { ChartStrip } from './chart-model.ts'
import { createScales, isDense, orderLayers } from './layer-paths.ts'
import { writeColumnExtents } from './minmax-pyramid.ts'
import type { PlotState } from './plot-state.ts'
import { findVisible } from './value-range.ts'

let canvas: HTMLCanvasElement | null = null
let pixels: ImageData | null = null

/**
 * Paints the layers of a stack with many buckets per pixel directly into pixels: constant parts in full
 * colour, parts that vary within the column paler. Paths of thousands of steep edges take a browser twenty times
 * as long.
 */
export function drawDenseLayers(plot: uPlot, state: PlotState, strip: ChartStrip): void {
  if (strip.layers.length === 0 || !isDense(plot, state, strip)) return
  const { model, window, theme, isMoving } = state
  const { left: plotLeft, top, width: plotWidth, height } = plot.bbox
  const { x, y } = createScales(plot)
  const visible = findVisible(model, window)
  const left = Math.round(Math.max(plotLeft, x(model.ts[visible.from]!)))
  const width = Math.round(Math.min(plotLeft + plotWidth, x(model.ends[visible.to - 1]!))) - left
  if (width < 1 || height < 1) return
  const target = reservePixels(width, Math.round(height))
  const words = new Uint32Array(target.data.buffer)
  words.fill(0)
  // The window may begin within a bucket: fractional indexes keep columns in place.
  const from = partialIndex(model.ts, model.ends, visible.from, window.fromMs)
  const to = partialIndex(model.ts, model.ends, visible.to - 1, window.toMs)
  const min = new Float64Array(width)
  const max = new Float64Array(width)
  const row = (value: number) => y(value) - top
  const rows = target.width
  for (const { key, edge } of orderLayers(strip)) {
    writeColumnExtents(edge, from, to, width, min, max, !isMoving)
    const solid = toWord(theme.colour(key))
    const pale = mixWords(solid, toWord(theme.background), 0.72)
    const rim = theme.line(key) === theme.colour(key) ? null : toWord(theme.line(key))
    paintLayer(words, rows, min, max, row, { solid, pale, rim })
  }
  canvas!.getContext('2d')!.putImageData(target, 0, 0)
  const { ctx } = plot
  ctx.save()
  ctx.imageSmoothingEnabled = false
  ctx.transform(0, 1, 1, 0, left, top)
  ctx.drawImage(canvas!, 0, 0)
  ctx.restore()
}

/** The position of an instant among the buckets, as a fractional index. */
function partialIndex(ts: Float64Array, ends: Float64Array, index: number, ms: number): number {
  const start = ts[index]!
  const part = (ms - start) / (ends[index]! - start)
  return index + Math.min(1, Math.max(0, part))
}

/** Each column of the picture is a row of pixels here, so that a run of it is filled at once. */
function reservePixels(width: number, height: number): ImageData {
  canvas ??= document.createElement('canvas')
  if (!pixels || pixels.width !== height || pixels.height !== width) {
    canvas.width = height
    canvas.height = width
    pixels = new ImageData(height, width)
  }
  return pixels
}

function paintLayer(
  words: Uint32Array,
  height: number,
  min: Float64Array,
  max: Float64Array,
  row: (value: number) => number,
  { solid, pale, rim }: { solid: number; pale: number; rim: number | null },
): void {
  const rimPx = Math.round(1.25 * devicePixelRatio)
  const zero = Math.max(0, Math.min(height, Math.round(row(0))))
  for (let column = 0; column < min.length; column++) {
    const low = min[column]!
    if (Number.isNaN(low)) continue
    const first = Math.max(0, Math.round(row(max[column]!)))
    const last = Math.min(height, Math.round(row(low)))
    const offset = column * height
    // Paler from zero to the far end, full to the near end: a layer never crosses zero.
    if (first < zero || (first === zero && last <= zero)) {
      words.fill(pale, offset + first, offset + zero)
      words.fill(solid, offset + Math.min(last, zero), offset + zero)
      if (rim !== null && first < zero)
        words.fill(rim, offset + first, offset + Math.min(first + rimPx, zero))
    } else {
      words.fill(pale, offset + zero, offset + last)
      words.fill(solid, offset + zero, offset + Math.max(first, zero))
      if (rim !== null && last > zero) words.fill(rim, offset + Math.max(last - rimPx, zero), offset + last)
    }
  }
}

/** '#eba51c' as a pixel: bytes are red, green, blue, alpha, in little-endian order. */
export function toWord(colour: string): number {
  const hex = Number.parseInt(colour.slice(1), 16)
  return (0xff000000 | ((hex & 0xff) << 16) | (hex & 0xff00) | (hex >> 16)) >>> 0
}

function mixWords(a: number, b: number, partOfA: number): number {
  let mixed = 0xff000000
  for (const shift of [0, 8, 16]) {
    const channel = Math.round(((a >> shift) & 0xff) * partOfA + ((b >> shift) & 0xff) * (1 - partOfA))
    mixed |= channel << shift
  }
  return mixed >>> 0
}
