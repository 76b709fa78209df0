import { scaleUnit } from '@ohmstead/domain/units/scale-unit'
import type uPlot from 'uplot'
import type { ChartModel, ChartStrip } from './chart-model.ts'
import { drawDenseLayers } from './draw-dense.ts'
import { drawGhosts } from './plot-ghosts.ts'
import { drawEstimated, drawGaps, drawNames, drawUnit, drawZero } from './plot-marks.ts'
import { drawFuture, drawOngoing } from './plot-now.ts'
import {
  footOf,
  getTimeTicks,
  headPx,
  layoutStrips,
  type PlotState,
  rightPx,
  timeAxisOf,
  valueAxisPx,
} from './plot-state.ts'
import { buildBands, buildStripSeries } from './strip-series.ts'
import { calculateValueRange, countDigits, findVisible } from './value-range.ts'

/** Everything uPlot needs to draw one strip of a chart; `state` is read again for every picture. */
export function buildStripOptions(state: PlotState, index: number, cursor: uPlot.Cursor): uPlot.Options {
  const { scale } = state
  const getStrip = () => state.model.strips[index]!
  const isLast = index === state.model.strips.length - 1
  const layerCount = getStrip().layers.length
  return {
    width: state.width,
    height: layoutStrips(state.model.strips, state.height / scale)[index]! * scale,
    ms: 1,
    series: [{}, ...buildStripSeries(state, index)],
    bands: buildBands(state, index),
    scales: {
      x: {
        time: false,
        min: state.window.fromMs,
        max: state.window.toMs,
        range: (_, min, max) => [min, max],
      },
      y: {
        range: (plot) => {
          if (!state.isMoving || !state.ranges[index]) {
            const heightPx = plot.bbox.height / devicePixelRatio / scale
            const visible = findVisible(state.model, state.window)
            state.ranges[index] = calculateValueRange(getStrip(), visible, heightPx)
          }
          const { min, max } = state.ranges[index]
          return [min, max]
        },
      },
    },
    axes: buildAxes(state, index, isLast),
    padding: [headPx * scale, rightPx(state) * scale, footOf(isLast) * scale, 0],
    legend: { show: false },
    select: { show: true, left: 0, top: 0, width: 0, height: 0 },
    cursor,
    hooks: {
      drawAxes: [
        (plot) => {
          drawUnit(plot, state, index)
          drawNames(plot, state, index)
          drawFuture(plot, state, index)
          drawGaps(plot, state)
          drawDenseLayers(plot, state, getStrip())
          if (layerCount === 0) drawZero(plot, state)
        },
      ],
      drawSeries: [
        (plot, seriesIndex) => {
          if (seriesIndex !== layerCount) return
          drawEstimated(plot, state)
          drawOngoing(plot, state, index)
          drawGhosts(plot, state, getStrip())
          drawZero(plot, state)
        },
      ],
    },
  }
}

function buildAxes(state: PlotState, index: number, isLast: boolean): uPlot.Axis[] {
  const { scale } = state
  const font = state.theme.font.replace(/[\d.]+px/, `${12 * scale}px`)
  const grid = { stroke: () => state.theme.grid, width: scale }
  const plain = { font, stroke: () => state.theme.text, ticks: { show: false } }
  return [
    {
      // Lines where days, months or years begin; their names have a separate axis, since they may be in between.
      ...plain,
      size: 0,
      splits: () =>
        getTimeTicks(state)
          .filter(({ major }) => major)
          .map(({ ms }) => ms),
      values: () => [],
      grid,
    },
    {
      ...plain,
      scale: 'x',
      side: 2,
      show: isLast,
      size: timeAxisOf(isLast) * scale,
      gap: 9 * scale,
      splits: () => placeLabels(state).map(({ ms }) => ms),
      values: () => placeLabels(state).map(({ label }) => label),
      grid: { show: false },
    },
    {
      ...plain,
      scale: 'y',
      side: 3,
      size: () => valueAxisPx(state.width / scale) * scale,
      gap: 8 * scale,
      splits: () => state.ranges[index]?.ticks ?? [],
      values: () => formatValues(state, index),
      grid,
    },
  ]
}

/** Days and months are labelled under the middle of their bars; hours at the line where they begin. */
function placeLabels(state: PlotState) {
  const shiftMs = findLabelShift(state.model)
  const ticks = getTimeTicks(state)
  // The name of the day after the last one has no room beside the plot.
  const isRoom = (label: string) => label.length <= (state.theme.hour12 ? 9 : 5)
  if (shiftMs === 0) return ticks.filter(({ ms, label }) => ms < state.window.toMs || isRoom(label))
  return ticks.map((tick) => ({ ...tick, ms: tick.ms + shiftMs })).filter(({ ms }) => ms <= state.window.toMs)
}

function findLabelShift({ ts, ends, strips }: ChartModel): number {
  const bucketMs = ts.length > 0 ? ends[0]! - ts[0]! : 0
  return bucketMs > 22 * 3_600_000 && strips[0]?.mode === 'bars' ? bucketMs / 2 : 0
}

function formatValues(state: PlotState, index: number): string[] {
  const strip: ChartStrip = state.model.strips[index]!
  const { ticks, min, max } = state.ranges[index]!
  // Names may be too long; they are condensed.
  if (strip.tickNames) return []
  const { divisor } = scaleUnit(Math.max(Math.abs(min), Math.abs(max)), strip.unit)
  const digits = countDigits(ticks.map((tick) => tick / divisor))
  // Values below zero in a stack are used or exported, not negative.
  const isStack = strip.layers.length > 0 && !strip.isSigned
  return ticks.map((tick) => state.theme.formatNumber((isStack ? Math.abs(tick) : tick) / divisor, digits))
}
