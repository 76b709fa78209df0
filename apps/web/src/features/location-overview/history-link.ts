import { formatChartSearch, parseChartSearch } from '../../shared/charts/chart-search.ts'
import { sourceKeys, useKeys } from '../../shared/charts/stacked-series.ts'
import type { FlowNodeKey } from './flow-geometry.ts'

const shownOf: Record<FlowNodeKey, readonly string[]> = {
  sun: ['production'],
  grid: ['grid_import', 'grid_export'],
  battery: ['battery_charge', 'battery_discharge', 'soc'],
  home: ['home', 'ev', 'hvac'],
  ev: ['ev'],
  heat: ['hvac'],
}

/** The day's chart with the series of one node alone; the legend restores the others. */
export function historySearch(node: FlowNodeKey) {
  const hide = [...sourceKeys, ...useKeys, 'soc'].filter((key) => !shownOf[node].includes(key))
  return formatChartSearch({ ...parseChartSearch({ view: 'power' }), hide })
}

/** The chart of a whole day in the location's calendar. */
export function daySearch(startMs: number, timeZone: string) {
  const date = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(timeZone).toPlainDate()
  return formatChartSearch({ ...parseChartSearch({}), date: date.toString() })
}
