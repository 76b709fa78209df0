import { quarterHourMs } from './calendar/local-time.ts'
import { buildLoadProfile, type LoadProfile } from './load-profile.ts'
import type { QuarterHourSeries } from './quarter-hour-series.ts'
import type { RateBook } from './rates/rate-book.ts'

/**
 * The load of a period without the months before its first reading and after its last one: nobody was billed from them,
 * and sums need not be unknown for their sake. An empty month in between stays.
 */
export function buildPeriodProfile(readings: QuarterHourSeries | LoadProfile, book?: RateBook): LoadProfile {
  const whole = 'months' in readings ? readings : buildLoadProfile(readings, book)
  const { months, calendar, series } = whole
  const first = months.findIndex(({ quality }) => quality.present > 0)
  const last = months.findLastIndex(({ quality }) => quality.present > 0)
  if (first < 0 || (first === 0 && last === months.length - 1)) return whole
  const from = calendar.monthOf.indexOf(first)
  const to = calendar.monthOf.lastIndexOf(last) + 1
  return buildLoadProfile(cut(series, from, to), book)
}

function cut(series: QuarterHourSeries, from: number, to: number): QuarterHourSeries {
  return {
    firstStartMs: series.firstStartMs + from * quarterHourMs,
    importMilliWh: series.importMilliWh.subarray(from, to),
    exportMilliWh: series.exportMilliWh?.subarray(from, to) ?? null,
    isEstimated: series.isEstimated.subarray(from, to),
  }
}
