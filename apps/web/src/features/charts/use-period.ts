import { dayAt } from '@ohmstead/domain/time/days'
import { chooseInterval } from '../../shared/charts/chart-interval.ts'
import {
  calculateDayRange,
  calculateInstantRange,
  type DayRange,
  type InstantRange,
} from '../../shared/charts/chart-period.ts'
import type { ChartState } from '../../shared/charts/chart-search.ts'
import { calculateComparisonDays } from '../../shared/charts/compare-period.ts'
import { useNow } from '../../shared/use-now.ts'

export interface Period extends InstantRange {
  days: DayRange
  /** The location's calendar day. */
  today: string
  /** The chosen interval, or the one that automatic means. */
  intervalSeconds: number
  nowMs: number
}

/** The current exact range of a state in a zone. */
export function usePeriod(state: ChartState, timeZone: string): Period {
  const nowMs = useNow(30_000)
  const today = dayAt(nowMs, timeZone)
  const period = calculatePeriod(state, today, timeZone)
  return { ...period, ...(state.range === 'latest' && calculateLastHour(nowMs)), today, nowMs }
}

export function calculatePeriod(state: ChartState, today: string, timeZone: string) {
  const days = calculateDayRange(state, today)
  const range = calculateInstantRange(days, timeZone)
  const chosen = state.metrics.length > 0 || state.view === 'power' ? 'power' : 'energy'
  const intervalSeconds = state.interval || chooseInterval(range.toMs - range.fromMs, chosen)
  return { ...range, days, intervalSeconds }
}

/** What a chart is compared with, for a query that is not asked without a comparison. */
export function otherPeriodOf(
  state: ChartState,
  { today, intervalSeconds }: Pick<Period, 'today' | 'intervalSeconds'>,
  timeZone: string,
) {
  const days = calculateComparisonDays(state, state.compare, state.compareFrom, today)
  const { fromMs, toMs } = days ? calculateInstantRange(days, timeZone) : { fromMs: 0, toMs: 1 }
  return { days, isAsked: days !== null, period: { fromMs, toMs, intervalSeconds } }
}

/** The last hour in full minutes; the current minute is the last one. */
function calculateLastHour(nowMs: number) {
  const toMs = Math.ceil(nowMs / 60_000) * 60_000
  return { fromMs: toMs - 3_600_000, toMs, intervalSeconds: 60 }
}
