import type { ChartModel, ChartStrip, ChartTheme, ChartWindow } from './chart-model.ts'
import { buildTimeTicks, type TimeTick } from './time-ticks.ts'
import type { ValueRange } from './value-range.ts'

/** What all strips of a chart are drawn with. The options of the plots read it anew for every picture. */
export interface PlotState {
  model: ChartModel
  window: ChartWindow
  theme: ChartTheme
  width: number
  height: number
  /** How much larger than on the screen: pictures for files are. */
  scale: number
  /** The picture moves under a finger: value axes stay as they were, and blocks of the pyramid are exact enough. */
  isMoving: boolean
  /** The value axis of each strip. */
  ranges: (ValueRange | undefined)[]
}

/** Above each strip, where its unit stands. */
export const headPx = 24
const footPx = 6
const timeAxisPx = 26

/** The heights of the strips, one above the other, each with its head; the last one carries the time axis. */
export function layoutStrips(strips: readonly Pick<ChartStrip, 'weight'>[], height: number): number[] {
  const total = strips.reduce((sum, { weight }) => sum + weight, 0) || 1
  const last = strips.length - 1
  const free = height - strips.length * headPx - last * footPx - timeAxisPx
  return strips.map(
    ({ weight }, index) =>
      headPx + Math.max(24, Math.round((free * weight) / total)) + (index === last ? timeAxisPx : footPx),
  )
}

export const footOf = (isLast: boolean) => (isLast ? 0 : footPx)
export const timeAxisOf = (isLast: boolean) => (isLast ? timeAxisPx : 0)
export const valueAxisPx = (width: number) => (width < 520 ? 40 : 52)

/** Half a label of the last tick must fit beside the plot. */
export const rightPx = ({ theme }: PlotState) => (theme.hour12 ? 26 : 18)

const made = new WeakMap<PlotState, { key: string; ticks: TimeTick[] }>()

/** The ticks of the shown stretch; strips share them. */
export function getTimeTicks(state: PlotState): TimeTick[] {
  const { model, window, theme, width, scale } = state
  const plotPx = width / scale - valueAxisPx(width / scale) - rightPx(state)
  const maxTicks = Math.max(2, Math.floor(plotPx / 78))
  const key = [window.fromMs, window.toMs, model.timeZone, theme.locale, theme.hour12, maxTicks].join()
  const known = made.get(state)
  if (known?.key === key) return known.ticks
  const { fromMs, toMs } = window
  const ticks = buildTimeTicks(fromMs, toMs, model.timeZone, theme.locale, maxTicks)
  made.set(state, { key, ticks })
  return ticks
}
