import type { ChartModel, ChartTheme, ChartWindow } from './chart-model.ts'
import { type PlotState, valueAxisPx } from './plot-state.ts'
import { buildStripOptions } from './strip-options.ts'
import { buildStripData, createPlot } from './strip-series.ts'

export interface PngLegend {
  label: string
  colour: string
}

const density = 2
const padding = 24
const headHeight = 64

/** The picture as shown, with title and legend, at double size for print. */
export async function renderChartPng(
  model: ChartModel,
  window: ChartWindow,
  theme: ChartTheme,
  title: string,
  subtitle: string,
  legend: readonly PngLegend[],
  size: { width: number; height: number },
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = (size.width + 2 * padding) * density
  canvas.height = (size.height + headHeight + 2 * padding + 20) * density
  const ctx = canvas.getContext('2d')!
  ctx.scale(density, density)
  ctx.fillStyle = theme.background
  ctx.fillRect(0, 0, canvas.width, canvas.height)
  const family = theme.font.replace(/^\S+\s/, '')
  ctx.fillStyle = theme.ink
  ctx.font = `600 18px ${family}`
  ctx.fillText(title, padding, padding + 16)
  ctx.fillStyle = theme.text
  ctx.font = `13px ${family}`
  ctx.fillText(subtitle, padding, padding + 40)
  let stripTop = padding + headHeight
  for (const strip of drawStrips(model, window, theme, size)) {
    ctx.drawImage(strip, padding, stripTop, strip.width / density, strip.height / density)
    stripTop += strip.height / density
  }
  const top = padding + headHeight + size.height + 18
  let left = padding + valueAxisPx(size.width)
  for (const { label, colour } of legend) {
    ctx.fillStyle = theme.colour(colour)
    ctx.fillRect(left, top - 9, 10, 10)
    ctx.strokeStyle = theme.line(colour)
    ctx.strokeRect(left + 0.5, top - 8.5, 9, 9)
    ctx.fillStyle = theme.text
    ctx.fillText(label, left + 16, top)
    left += 16 + ctx.measureText(label).width + 20
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded'))),
      'image/png',
    ),
  )
}

/** The strips drawn off-screen, at the file's density whatever the screen's. */
function drawStrips(
  model: ChartModel,
  window: ChartWindow,
  theme: ChartTheme,
  size: { width: number; height: number },
): HTMLCanvasElement[] {
  const scale = density / devicePixelRatio
  const [width, height] = [size.width * scale, size.height * scale]
  const state: PlotState = { model, window, theme, width, height, scale, isMoving: false, ranges: [] }
  return model.strips.map((strip, index) => {
    const options = buildStripOptions(state, index, { show: false })
    const plot = createPlot(options, buildStripData(model, strip))
    plot.destroy()
    return plot.ctx.canvas
  })
}
