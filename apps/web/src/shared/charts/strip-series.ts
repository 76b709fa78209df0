import uPlot from 'uplot'
import type { ChartLine, ChartModel, ChartStrip } from './chart-model.ts'
import { buildAreaPath, buildBarPath, buildStepPath, orderLayers } from './layer-paths.ts'
import type { PlotState } from './plot-state.ts'

/** The rim of a layer whose fill has too little contrast by itself. */
const rimPx = 1.25

const drawLine = uPlot.paths.linear!()

/** The key by which uPlot compares models: the same structure only gets other data. */
export function describeStructure(model: ChartModel): string {
  return JSON.stringify(
    model.strips.map(({ key, weight, mode, layers, lines }) => [
      key,
      weight,
      mode,
      layers.map((layer) => layer.key),
      lines.map((line) => [line.key, line.colour, line.stepped, line.dashed, line.band !== undefined]),
    ]),
  )
}

/** The columns of a strip: middles of the buckets, layers, lines, each line's band after it. */
export function buildStripData(model: ChartModel, strip: ChartStrip): uPlot.AlignedData {
  const columns: (Float64Array | (number | null)[])[] = [calculateMiddles(model)]
  for (const { edge } of orderLayers(strip)) columns.push(edge.values)
  for (const { values, stepped, band } of strip.lines) {
    columns.push(stepped ? values.values : withNulls(values.values))
    if (band) columns.push(withNulls(band.max), withNulls(band.min))
  }
  return columns as uPlot.AlignedData
}

function calculateMiddles({ ts, ends }: ChartModel): Float64Array {
  const middles = new Float64Array(ts.length)
  for (let i = 0; i < ts.length; i++) middles[i] = (ts[i]! + ends[i]!) / 2
  return middles
}

/** uPlot's own paths represent a gap as null. */
function withNulls(values: Float64Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value))
}

/** Creates a plot and draws it at once; by default uPlot waits for the end of the task. */
export function createPlot(options: uPlot.Options, data: uPlot.AlignedData, parent?: HTMLElement): uPlot {
  return new uPlot(options, data, (plot, init) => {
    parent?.append(plot.root)
    plot.batch(init)
  })
}

export function buildStripSeries(state: PlotState, index: number): uPlot.Series[] {
  const strip = state.model.strips[index]!
  const getStrip = () => state.model.strips[index]!
  const layers = orderLayers(strip).map(({ key }, at): uPlot.Series => {
    const build = strip.mode === 'bars' ? buildBarPath : buildAreaPath
    return {
      // The value axis comes from the pyramid: columns of gaps and ends of the stack at once.
      auto: false,
      width: rimPx * state.scale,
      stroke: () => state.theme.line(key),
      fill: () => state.theme.colour(key),
      points: { show: false },
      paths: (plot) => build(plot, state, getStrip(), at),
    }
  })
  return [...layers, ...strip.lines.flatMap((line) => buildLineSeries(state, line))]
}

function buildLineSeries(state: PlotState, line: ChartLine): uPlot.Series[] {
  const colour = () => state.theme.line(line.colour)
  const drawn: uPlot.Series = {
    auto: false,
    width: (line.dashed ? 1.5 : 1.75) * state.scale,
    stroke: colour,
    ...(line.dashed && { dash: [5 * state.scale, 4 * state.scale] }),
    ...(line.filled && { fill: () => `${colour()}29`, fillTo: 0 }),
    paths: line.stepped ? (plot, at) => buildStepPath(plot, state, plot.data[at] as Float64Array) : drawLine,
    // A value without neighbours would otherwise be a line of zero length.
    points: { show: false, filter: findLonely, size: 4 * state.scale, fill: colour },
  }
  if (!line.band) return [drawn]
  const edge: uPlot.Series = { auto: false, width: 0, paths: drawLine, points: { show: false } }
  return [drawn, edge, { ...edge }]
}

/** The pale bands between the minimum and the maximum of each bucket. */
export function buildBands(state: PlotState, index: number): uPlot.Band[] {
  const { layers, lines } = state.model.strips[index]!
  const bands: uPlot.Band[] = []
  let at = layers.length + 1
  for (const { band, colour, isBandStrong } of lines) {
    const opacity = isBandStrong ? '8c' : '2e'
    if (band) bands.push({ series: [at + 1, at + 2], fill: () => `${state.theme.line(colour)}${opacity}` })
    at += band ? 3 : 1
  }
  return bands
}

const findLonely: uPlot.Series.Points.Filter = (plot, seriesIndex, _show, gaps) => {
  const values = plot.data[seriesIndex]!
  const [from, to] = plot.series[seriesIndex]!.idxs ?? [0, -1]
  if ((gaps?.length ?? 0) === 0 && to > from) return null
  const lonely: number[] = []
  for (let i = from; i <= to; i++)
    if (values[i] != null && values[i - 1] == null && values[i + 1] == null) lonely.push(i)
  return lonely
}
