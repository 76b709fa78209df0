import type { ChartModel, ChartStrip } from '../../shared/charts/chart-model.ts'
import { createPyramid } from '../../shared/charts/minmax-pyramid.ts'
import { buildStack, joinIndices } from '../../shared/charts/stack-layers.ts'
import { portalTimeZone } from '../../shared/portal/portal-selection.ts'
import type { BatteryWeek } from './run-battery-week.ts'

const quarterMs = 900_000

/** One week: supply from grid and battery above, flow into battery and grid below, and the state of charge. */
export function buildWeekModel(week: BatteryWeek): ChartModel {
  const { ts, gridW, chargeW, dischargeW, stateOfCharge, houseW, isFilled } = week
  const positive = (values: Float64Array) => values.map((value) => Math.max(value, 0))
  const negative = (values: Float64Array) => values.map((value) => Math.max(-value, 0))
  const power: ChartStrip = {
    key: 'power',
    unit: 'W',
    weight: 1,
    layers: buildStack(
      [
        { key: 'battery_discharge', side: 1, values: dischargeW },
        { key: 'grid_import', side: 1, values: positive(gridW) },
        { key: 'battery_charge', side: -1, values: chargeW },
        { key: 'grid_export', side: -1, values: negative(gridW) },
      ],
      new Set(),
    ),
    lines: [{ key: 'house', colour: 'home', values: createPyramid(houseW) }],
    mode: 'area',
    includesZero: true,
  }
  const soc: ChartStrip = {
    key: 'soc',
    unit: '%',
    weight: 0.25,
    layers: [],
    lines: [{ key: 'soc', colour: 'soc', values: createPyramid(stateOfCharge), filled: true }],
    mode: 'area',
    fixed: { min: 0, max: 100 },
    includesZero: true,
  }
  return {
    fromMs: ts[0]!,
    toMs: ts.at(-1)! + quarterMs,
    timeZone: portalTimeZone,
    ts,
    ends: ts.map((start) => start + quarterMs),
    strips: [power, soc],
    gaps: [],
    estimated: joinIndices([...isFilled.keys()].filter((place) => isFilled[place] === 1)),
    nowMs: Number.POSITIVE_INFINITY,
  }
}
