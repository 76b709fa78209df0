import type { Exact } from '@ohmstead/domain/money/exact'
import { type CurrencyCode, currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { formatDay, localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { firstOfNextMonth } from '@ohmstead/network-fee/calendar/month-key'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { BillQuality } from './bill-model.ts'
import { addQuality, closeMonth, listMissing } from './bill-month.ts'
import { payableOf, sumBuckets, sumTotals } from './bill-totals.ts'
import { buildLedger } from './ledger/build-ledger.ts'
import { currencyOf } from './ledger/ledger-currency.ts'
import type { Bucket, LedgerMonth } from './ledger/ledger-model.ts'
import { localTimeAt } from './local-grid.ts'
import { type MissingPrice, uniqueReasons } from './price-component.ts'
import type { PricingWorld } from './pricing-world.ts'
import { prepareWorld, type WorldLookup } from './world-lookup.ts'

/** What one exchange with the grid costs in a stretch of time. */
export interface ExchangeCost {
  /** As the bill says: of whole months rounded like an invoice, of a part what it grew by, rounded. Null if unknown. */
  payable: Exact | null
  /** Unrounded, from each edge to the next; null if unknown or if it lasts no time. */
  buckets: (Exact | null)[]
  quality: BillQuality
  missing: MissingPrice[]
}

export interface ExchangeQuestion {
  fromMs: number
  toMs: number
  /** Ascending, from `fromMs` to `toMs`; no buckets are made without them. */
  edgesMs?: readonly number[]
  currency?: CurrencyCode
}

/**
 * Whole bills of several exchanges of one connection, which share everything that they do not differ in. Each series
 * reaches back to the first of the first month.
 */
export function costsOfExchanges(
  world: PricingWorld,
  exchanges: readonly QuarterHourSeries[],
  { fromMs, toMs, edgesMs = [], currency: asked }: ExchangeQuestion,
): { currency: CurrencyCode; costs: ExchangeCost[] } {
  const lookup = prepareWorld(world)
  const dayOf = (ms: number) => formatDay(localTimeAt(ms, lookup.zone).day)
  const currency = asked ?? currencyOf(lookup, dayOf(fromMs), dayOf(Math.max(fromMs, toMs - 1)))
  const edges = edgesMs.map((ms) => Math.round(ms / quarterHourMs) * quarterHourMs)
  const question = { fromMs, toMs, cutsMs: edges, currency }
  const decimals = currencyDecimals[currency]
  return {
    currency,
    costs: exchanges.map((exchange) =>
      closeLedger(buildLedger(lookup, exchange, question), lookup, { fromMs, toMs, edges, decimals }),
    ),
  }
}

interface Closing {
  fromMs: number
  toMs: number
  edges: readonly number[]
  decimals: number
}

function closeLedger(
  ledger: readonly LedgerMonth[],
  { zone }: WorldLookup,
  { fromMs, toMs, edges, decimals }: Closing,
): ExchangeCost {
  const closed = ledger.map(({ key, firstDay, buckets }) => {
    const next = firstOfNextMonth(firstDay)
    const isPart = fromMs > localMidnightMs(firstDay, zone) || toMs < localMidnightMs(next, zone)
    return closeMonth({ month: key, from: firstDay, to: firstDay, isPart }, buckets, decimals)
  })
  const totals = sumTotals(closed.map(({ rounded }) => rounded))
  const quality = addQuality(closed.map(({ month }) => month.quality))
  const filled = ledger.flatMap(({ buckets }) => buckets)
  return {
    payable: totals && payableOf(totals),
    buckets: sumBetween(edges, filled),
    quality: { ...quality, isProvisional: closed.some(({ month }) => month.quality.isProvisional) },
    missing: uniqueReasons(closed.flatMap(({ month }) => month.missing)),
  }
}

/** As a chart has it: null where a price is unknown or nothing was read. */
function sumBetween(edges: readonly number[], filled: readonly Bucket[]): (Exact | null)[] {
  let next = 0
  return edges.slice(1).map((edge) => {
    const inside: Bucket[] = []
    while (next < filled.length && filled[next]!.fromMs < edge) inside.push(filled[next++]!)
    const isKnown =
      inside.length > 0 && listMissing(inside, addQuality(inside.map(({ quality }) => quality))).length === 0
    return isKnown ? payableOf(sumBuckets(inside)) : null
  })
}
