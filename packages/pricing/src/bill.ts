import { type CurrencyCode, currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import {
  formatDay,
  localMidnightMs,
  parseDay,
  quarterHourMs,
} from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { Bill, BillMonth, BillQuality } from './bill-model.ts'
import { addQuality, closeMonth } from './bill-month.ts'
import { describeTotals, sumTotals } from './bill-totals.ts'
import { buildLedger, type LedgerGround } from './ledger/build-ledger.ts'
import { currencyOf } from './ledger/ledger-currency.ts'
import type { LedgerMonth } from './ledger/ledger-model.ts'
import { localTimeAt } from './local-grid.ts'
import type { ExchangeRate, PricingWorld } from './pricing-world.ts'
import type { SharedEnergies } from './shared-energies.ts'
import { prepareWorld } from './world-lookup.ts'

/** Inclusive days 'YYYY-MM-DD'. */
export interface BillPeriod {
  from: string
  to: string
  /** That of the last list in force, if absent. */
  currency?: CurrencyCode
  /** The present, if the period may reach beyond it: a bill ends with the last whole quarter-hour that has passed. */
  untilMs?: number
  /** What was received from others and given to them: the supplier bills and pays for the rest. */
  shared?: SharedEnergies
}

/**
 * The bill of a period from its energies by the quarter-hour, month by month. The series may begin before the period, and
 * reaches back to the first of its first month: peaks, tiers and caps depend on the month so far. Throws a `RangeError` for
 * a period that has no time. Several bills of the same energies share a `ground`.
 */
export function bill(
  world: PricingWorld,
  energies: QuarterHourSeries,
  { from, to: lastDay, currency: asked, untilMs, shared }: BillPeriod,
  ground?: LedgerGround,
): Bill {
  const lookup = prepareWorld(world)
  const fromMs = localMidnightMs(from, lookup.zone)
  const endMs = localMidnightMs(formatDay(parseDay(lastDay) + 1), lookup.zone)
  if (endMs <= fromMs) throw new RangeError('a period has at least one day')
  const toMs = passedBy(fromMs, endMs, untilMs)
  const isCut = toMs < endMs
  const to = isCut ? formatDay(localTimeAt(toMs - 1, lookup.zone).day) : lastDay
  const currency = asked ?? currencyOf(lookup, from, to)
  const ledger = buildLedger(lookup, energies, { fromMs, toMs, cutsMs: [], currency, shared }, ground)
  const decimals = currencyDecimals[currency]
  const closed = ledger.map((month) => closeMonth(spanOf(month, from, to, isCut), month.buckets, decimals))
  return {
    currency,
    from,
    to,
    months: closed.map(({ month }) => month),
    totals: describeTotals(sumTotals(closed.map(({ rounded }) => rounded)), decimals),
    exact: describeTotals(sumTotals(closed.map(({ exact }) => exact))),
    quality: carryQuality(closed.map(({ month }) => month.quality)),
    exchanges: listExchanges(ledger),
    rounding: 'lineToMinorUnit',
  }
}

/** A sum with a provisional month in it is provisional, however complete the others are. */
function carryQuality(months: readonly BillQuality[]): BillQuality {
  return { ...addQuality(months), isProvisional: months.some(({ isProvisional }) => isProvisional) }
}

/** The end of a period, or the present if that is within it. */
export function passedBy(fromMs: number, endMs: number, untilMs = endMs): number {
  const passedMs = Math.floor(untilMs / quarterHourMs) * quarterHourMs
  return passedMs > fromMs && passedMs < endMs ? passedMs : endMs
}

/** Each rate once. */
function listExchanges(ledger: readonly LedgerMonth[]): ExchangeRate[] {
  const used = ledger.flatMap(({ buckets }) => buckets.flatMap(({ exchanges }) => exchanges))
  const keyOf = ({ day, from, to }: ExchangeRate) => `${day} ${from} ${to}`
  const known = new Map(used.map((rate) => [keyOf(rate), rate]))
  return [...known.keys()].sort().map((key) => known.get(key)!)
}

function spanOf(
  { key, firstDay }: LedgerMonth,
  from: string,
  to: string,
  isCut: boolean,
): Pick<BillMonth, 'month' | 'from' | 'to' | 'isPart'> {
  const days = new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)), 0)).getUTCDate()
  const lastDay = `${key}-${days}`
  return {
    month: key,
    from: from > firstDay ? from : firstDay,
    to: to < lastDay ? to : lastDay,
    isPart: from > firstDay || to < lastDay || (isCut && to === lastDay),
  }
}
