import { type ChartInterval, chartIntervals } from './chart-interval.ts'
import type { ChartWindow } from './chart-model.ts'
import { type ChartRange, chartRanges, type PeriodChoice } from './chart-period.ts'
import { type Comparison, comparisons } from './comparisons.ts'

export type ChartView = 'energy' | 'power'

/** What can be chosen: money only where there are prices, else it shows energy. */
export type ChosenView = ChartView | 'cost'

/** The complete state of a chart page, as it is in the address: a link shows the other person the same picture. */
export interface ChartState extends PeriodChoice {
  interval: ChartInterval
  view: ChosenView
  compare: Comparison
  compareFrom?: string
  /** Hidden series. */
  hide: string[]
  /** Chosen metrics `<device>/<metric>`; empty shows the energy balance. */
  metrics: string[]
  table: boolean
  realtime: boolean
  /** The zoomed part of the range. */
  zoom?: ChartWindow
}

const isDay = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  try {
    Temporal.PlainDate.from(value, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}

const oneOf = <T extends string>(list: readonly T[], value: unknown, fallback: T): T =>
  list.includes(value as T) ? (value as T) : fallback

const list = (value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? value.split(',').filter(Boolean) : []

/** "1763766000-1763780400": the ends in seconds. */
export function formatZoom({ fromMs, toMs }: ChartWindow): string {
  return `${Math.round(fromMs / 1000)}-${Math.round(toMs / 1000)}`
}

function parseZoom(value: unknown): ChartWindow | undefined {
  const [, from, to] = /^(\d{1,11})-(\d{1,11})$/.exec(String(value)) ?? []
  const zoom = { fromMs: Number(from) * 1000, toMs: Number(to) * 1000 }
  return zoom.toMs > zoom.fromMs ? zoom : undefined
}

/** Parses the address; anything unknown falls back to today's energy, so an old or mistyped link still shows something. */
export function parseChartSearch(search: Readonly<Record<string, unknown>>): ChartState {
  const interval = Number(search.interval)
  return {
    range: oneOf<ChartRange>(chartRanges, search.range, 'day'),
    date: isDay(search.date) ? search.date : undefined,
    from: isDay(search.from) ? search.from : undefined,
    to: isDay(search.to) ? search.to : undefined,
    interval: chartIntervals.includes(interval as ChartInterval) ? (interval as ChartInterval) : 0,
    view: oneOf<ChosenView>(['energy', 'power', 'cost'], search.view, 'energy'),
    compare: oneOf<Comparison>(comparisons, search.compare, 'none'),
    compareFrom: isDay(search.compareFrom) ? search.compareFrom : undefined,
    hide: list(search.hide),
    metrics: list(search.metrics),
    table: search.table === true || search.table === 'true' || search.table === 1,
    realtime: search.realtime === true || search.realtime === 'true',
    zoom: parseZoom(search.zoom),
  }
}

/** The shortest address for the same state; defaults are omitted. */
export function formatChartSearch(state: ChartState): Record<string, string | number | boolean> {
  const search: Record<string, string | number | boolean> = {}
  if (state.range !== 'day') search.range = state.range
  const anchored = ['day', 'week', 'month', 'year'].includes(state.range)
  if (anchored && state.date) search.date = state.date
  if (state.range === 'custom') {
    if (state.from) search.from = state.from
    if (state.to) search.to = state.to
  }
  if (state.interval !== 0) search.interval = state.interval
  if (state.view !== 'energy') search.view = state.view
  if (state.compare !== 'none') search.compare = state.compare
  if (state.compare === 'custom' && state.compareFrom) search.compareFrom = state.compareFrom
  if (state.hide.length > 0) search.hide = state.hide.join(',')
  if (state.metrics.length > 0) search.metrics = state.metrics.join(',')
  if (state.table) search.table = true
  if (state.realtime) search.realtime = true
  if (state.zoom) search.zoom = formatZoom(state.zoom)
  return search
}
