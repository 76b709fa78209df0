import { quarterHourMs } from './calendar/local-time.ts'
import { buildLoadProfile, type LoadProfile } from './load-profile.ts'
import type { QuarterHourSeries } from './quarter-hour-series.ts'
import type { RateBook } from './rates/rate-book.ts'

const quartersPerDay = 96

/**
 * The load of a period from its first reading to its last: nobody was billed for the months before and after, and if
 * readings begin or end within a month, only a part of it is known. A missing day at the edge of a month is a gap like
 * any other, and an empty month in between stays.
 */
export function buildPeriodProfile(readings: QuarterHourSeries | LoadProfile, book?: RateBook): LoadProfile {
  const whole = 'months' in readings ? readings : buildLoadProfile(readings, book)
  const { calendar, series } = whole
  const isRead = (energy: number) => !Number.isNaN(energy)
  const first = series.importMilliWh.findIndex(isRead)
  if (first < 0) return whole
  const last = series.importMilliWh.findLastIndex(isRead)
  const monthStart = calendar.monthOf.indexOf(calendar.monthOf[first]!)
  const monthEnd = calendar.monthOf.lastIndexOf(calendar.monthOf[last]!)
  const from = first - monthStart <= quartersPerDay ? monthStart : first
  const to = monthEnd - last <= quartersPerDay ? monthEnd : last
  if (from === 0 && to === series.importMilliWh.length - 1) return whole
  return buildLoadProfile(cut(series, from, to + 1), book)
}

function cut(series: QuarterHourSeries, from: number, to: number): QuarterHourSeries {
  return {
    firstStartMs: series.firstStartMs + from * quarterHourMs,
    importMilliWh: series.importMilliWh.subarray(from, to),
    exportMilliWh: series.exportMilliWh?.subarray(from, to) ?? null,
    isEstimated: series.isEstimated.subarray(from, to),
  }
}
