import type { ChartLine, ChartModel } from '../../../shared/charts/chart-model.ts'
import { paleKey } from '../../../shared/charts/chart-theme.ts'
import { createPyramid } from '../../../shared/charts/minmax-pyramid.ts'
import { buildStack, findGapRuns, type StackInput } from '../../../shared/charts/stack-layers.ts'
import { portalTimeZone } from '../../../shared/portal/portal-selection.ts'
import type { DayPowers, DaySpread } from './day-powers.ts'
import type { ReadingsSummary } from './summarise-readings.ts'

/** Highest quarter-hour of each day as a pale area with its edge, the middle half as a band around the median. */
export function buildDaysModel(
  { known }: ReadingsSummary,
  days: DayPowers,
  isAgreed: boolean,
  hidden: ReadonlySet<string>,
): ChartModel {
  const { ts, ends, excess, agreed } = days
  const within = isAgreed ? days.import.max.map((power, i) => power - (excess[i] || 0)) : days.import.max
  const shown: StackInput[] = [
    { key: 'grid_import', side: 1 as const, values: within },
    ...(isAgreed ? [{ key: 'excess', side: 1 as const, values: excess }] : []),
    ...(days.export ? [{ key: 'grid_export', side: -1 as const, values: days.export.max }] : []),
  ].filter(({ key }) => !hidden.has(key))
  const layers = buildStack(shown, new Set()).map((layer) =>
    layer.key === 'excess' ? layer : { ...layer, key: paleKey(layer.key) },
  )
  const lines: ChartLine[] = []
  if (!hidden.has('grid_import')) lines.push(buildMedian('grid_import', days.import, 1))
  if (days.export && !hidden.has('grid_export')) lines.push(buildMedian('grid_export', days.export, -1))
  if (agreed && isAgreed && !hidden.has('agreed'))
    lines.push({
      key: 'agreed',
      colour: 'agreed',
      values: createPyramid(agreed.max),
      band: agreed,
      stepped: true,
    })
  const fromMs = ts[0] ?? 0
  return {
    fromMs,
    toMs: ends.at(-1) ?? 0,
    timeZone: portalTimeZone,
    ts,
    ends,
    strips: [{ key: 'power', unit: 'W', weight: 1, mode: 'area', includesZero: true, layers, lines }],
    gaps: findGapRuns([{ values: days.import.max }], ts.length),
    // Single estimated quarter-hours are invisible from afar.
    estimated: [],
    nowMs: known?.toMs ?? fromMs,
  }
}

function buildMedian(key: string, { median, low, high }: DaySpread, side: 1 | -1): ChartLine {
  const signed = (values: Float64Array) => (side > 0 ? values : values.map((value) => -value))
  const band = side > 0 ? { min: low, max: high } : { min: signed(high), max: signed(low) }
  return {
    key: `${key} median`,
    colour: key,
    values: createPyramid(signed(median)),
    band,
    isBandStrong: true,
  }
}
