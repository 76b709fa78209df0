import { roundDecimals } from '../exact-amount.ts'
import { publishedRates } from '../rates/published-rates.ts'
import { findRate, type RateBook, type RateEntry } from '../rates/rate-book.ts'

export interface MinimumPower {
  kw: number
  rate: RateEntry<'minimumAgreedPower'>
}

/**
 * The lowest power that may be agreed for block 1 (act art. 12(4)), a share of the connection power with a lower bound,
 * rounded to 0.1 kW. A fallback: the portal's own `minimalnaMoc` takes precedence. Null if no rule for the day and the
 * kind of connection is known.
 */
export function findMinimumPower(
  connection: { connectionPowerKw: number | null; phases: 1 | 3 | null },
  day: string,
  book: RateBook = publishedRates,
): MinimumPower | null {
  const { connectionPowerKw, phases } = connection
  const rate = findRate(book.minimumAgreedPower, day)
  if (rate === null || connectionPowerKw === null) return null
  const rule = rate.rules.find(
    (one) =>
      (one.phases === null || one.phases === phases) &&
      (one.aboveConnectionKw === null || connectionPowerKw > one.aboveConnectionKw) &&
      (one.maxConnectionKw === null || connectionPowerKw <= one.maxConnectionKw),
  )
  if (!rule) return null
  const kw = roundDecimals(Math.max(rule.share * connectionPowerKw, rule.floorKw ?? 0), 1)
  // A connection below that bound has itself as the bound: some power must be permitted.
  return { kw: Math.min(kw, Math.floor(connectionPowerKw * 10 + 1e-6) / 10), rate }
}
