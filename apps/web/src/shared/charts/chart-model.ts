import type { MinMaxPyramid } from './minmax-pyramid.ts'
import type { Run, StackLayer } from './stack-layers.ts'

/** A line over time. NaN is a gap. */
export interface ChartLine {
  key: string
  colour: string
  values: MinMaxPyramid
  /** The extent of the readings inside each bucket, drawn as a pale band. */
  band?: { min: Float64Array; max: Float64Array }
  /** The band lies on a pale area of the same colour. */
  isBandStrong?: boolean
  dashed?: boolean
  /** Fills down to zero. */
  filled?: boolean
  /** Holds each value until the next one, as a state or a limit does. */
  stepped?: boolean
}

/** One picture among those that share the time axis. */
export interface ChartStrip {
  key: string
  /** Base unit; the axis scales it. */
  unit: string
  /** Share of the height. */
  weight: number
  layers: StackLayer[]
  /** The same layers of another period, drawn as outlines. */
  ghosts?: StackLayer[]
  lines: ChartLine[]
  /** Bars stand for energies of buckets, areas for powers. */
  mode: 'bars' | 'area'
  /** A fixed scale, such as 0 to 100 %. */
  fixed?: { min: number; max: number }
  includesZero: boolean
  /** Layers below zero are negative values, not the other side of a balance. */
  isSigned?: boolean
  /** The names of 0, 1, 2 … on the axis instead of numbers. */
  tickNames?: string[]
}

export interface ChartModel {
  fromMs: number
  toMs: number
  timeZone: string
  /** Bucket starts and ends. */
  ts: Float64Array
  ends: Float64Array
  strips: ChartStrip[]
  gaps: Run[]
  estimated: Run[]
  /** The last possibly known moment; later gaps are normal. */
  nowMs: number
  /** Now lies in the range and is marked: the future is shaded. */
  showsNow?: boolean
}

/** The visible time span: the whole range or the zoom. */
export interface ChartWindow {
  fromMs: number
  toMs: number
}

export interface ChartTheme {
  background: string
  grid: string
  axis: string
  text: string
  /** For headings. */
  ink: string
  font: string
  /** The fill of areas, bars and swatches. */
  colour: (key: string) => string
  /** The stroke of lines and outlines: visible on the background even if the fill is not. */
  line: (key: string) => string
  locale: string
  /** Times of day as 1 to 12 am and pm. */
  hour12: boolean
  formatNumber: (value: number, digits: number) => string
}
