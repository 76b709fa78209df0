import { type CurrencyCode, currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { formatDay, localMidnightMs, parseDay } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { Bill, BillMonth } from './bill-model.ts'
import { addQuality, closeMonth } from './bill-month.ts'
import { describeTotals, sumTotals } from './bill-totals.ts'
import { buildLedger } from './ledger/build-ledger.ts'
import { currencyOf } from './ledger/ledger-currency.ts'
import type { LedgerMonth } from './ledger/ledger-model.ts'
import type { PricingWorld } from './pricing-world.ts'
import { prepareWorld } from './world-lookup.ts'

/** Inclusive days 'YYYY-MM-DD'. */
export interface BillPeriod {
  from: string
  to: string
  /** That of the last list in force, if absent. */
  currency?: CurrencyCode
}

/**
 * The bill of a period from its energies by the quarter-hour, month by month. The series may begin before the period, and
 * reaches back to the first of its first month: peaks, tiers and caps depend on the month so far.
 */
export function bill(
  world: PricingWorld,
  energies: QuarterHourSeries,
  { from, to, currency: asked }: BillPeriod,
): Bill {
  const lookup = prepareWorld(world)
  const currency = asked ?? currencyOf(lookup, from, to)
  const fromMs = localMidnightMs(from, lookup.zone)
  const toMs = localMidnightMs(formatDay(parseDay(to) + 1), lookup.zone)
  if (toMs <= fromMs) throw new RangeError('a period has at least one day')
  const ledger = buildLedger(lookup, energies, { fromMs, toMs, cutsMs: [], currency })
  const decimals = currencyDecimals[currency]
  const closed = ledger.map((month) => closeMonth(spanOf(month, from, to), month.buckets, decimals))
  return {
    currency,
    from,
    to,
    months: closed.map(({ month }) => month),
    totals: describeTotals(sumTotals(closed.map(({ rounded }) => rounded)), decimals),
    exact: describeTotals(sumTotals(closed.map(({ exact }) => exact))),
    quality: addQuality(closed.map(({ month }) => month.quality)),
    rounding: 'lineToMinorUnit',
  }
}

function spanOf(
  { key, firstDay }: LedgerMonth,
  from: string,
  to: string,
): Pick<BillMonth, 'month' | 'from' | 'to' | 'isPart'> {
  const days = new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)), 0)).getUTCDate()
  const lastDay = `${key}-${days}`
  return {
    month: key,
    from: from > firstDay ? from : firstDay,
    to: to < lastDay ? to : lastDay,
    isPart: from > firstDay || to < lastDay,
  }
}
