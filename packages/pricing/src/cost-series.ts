import { addExact, type Exact, formatExact, toNumber, zero } from '@ohmstead/domain/money/exact'
import { type CurrencyCode, currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { formatDay, localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { BillQuality } from './bill-model.ts'
import { addQuality, closeMonth, listMissing } from './bill-month.ts'
import { sumBuckets, sumTotals } from './bill-totals.ts'
import { buildLedger } from './ledger/build-ledger.ts'
import { currencyOf } from './ledger/ledger-currency.ts'
import type { Bucket, LedgerMonth } from './ledger/ledger-model.ts'
import { localTimeAt } from './local-grid.ts'
import { type MissingPrice, type PricePart, priceParts } from './price-component.ts'
import type { PricingWorld } from './pricing-world.ts'
import type { SharedEnergies } from './shared-energies.ts'
import { prepareWorld } from './world-lookup.ts'

/** Money as an exact text, and as a number for drawing. */
export interface CostAmount {
  text: string
  value: number
}

/** What energy cost and earned from one edge to the next. */
export interface CostBucket {
  fromMs: number
  toMs: number
  /** With VAT and the share of monthly amounts; null if a price is unknown, nothing was read, or it lasts no time. */
  importCost: CostAmount | null
  exportRevenue: CostAmount | null
  /** What is known of each part, unrounded; absent if nothing is charged. Their sum is the cost where that is known. */
  parts: Partial<Record<PricePart, CostAmount>>
  quality: BillQuality
  missing: MissingPrice[]
}

export interface CostSeries {
  currency: CurrencyCode
  buckets: CostBucket[]
  /**
   * Of all buckets: whole months as their bills have them, with each line rounded, the rest unrounded. Null if something
   * of it is unknown.
   */
  totals: { importCost: string | null; exportRevenue: string | null }
}

/**
 * What each stretch of time cost: what the month's bill grew by in it, so that the sum over any period is `exact` of its
 * bill, and the totals of whole months are those of their bills. Edges ascend; they are moved to the nearest quarter-hour. The series reaches back to the first of the first month.
 */
export function costSeries(
  world: PricingWorld,
  energies: QuarterHourSeries,
  edgesMs: readonly number[],
  currency?: CurrencyCode,
  shared?: SharedEnergies,
): CostSeries {
  const edges = edgesMs.map((ms) => Math.round(ms / quarterHourMs) * quarterHourMs)
  const [fromMs, toMs] = [edges[0] ?? 0, edges.at(-1) ?? 0]
  const lookup = prepareWorld(world)
  const dayOf = (ms: number) => formatDay(localTimeAt(ms, lookup.zone).day)
  const own = currency ?? currencyOf(lookup, dayOf(fromMs), dayOf(Math.max(fromMs, toMs - 1)))
  if (toMs <= fromMs) return { currency: own, buckets: [], totals: { importCost: null, exportRevenue: null } }
  const ledger = buildLedger(lookup, energies, { fromMs, toMs, cutsMs: edges, currency: own, shared })
  const filled = ledger.flatMap(({ buckets }) => buckets)
  let next = 0
  const buckets = edges.slice(0, -1).map((from, place) => {
    const to = edges[place + 1]!
    const inside: Bucket[] = []
    while (next < filled.length && filled[next]!.fromMs < to) inside.push(filled[next++]!)
    return closeBucket(from, to, inside)
  })
  const isWhole = ({ firstDay }: LedgerMonth) =>
    fromMs <= localMidnightMs(firstDay, lookup.zone) &&
    toMs >= localMidnightMs(firstOfNextMonth(firstDay), lookup.zone)
  return { currency: own, buckets, totals: totalsOf(ledger, isWhole, currencyDecimals[own]) }
}

/** Of a first day of a month. */
const firstOfNextMonth = (firstDay: string) =>
  new Date(Date.UTC(Number(firstDay.slice(0, 4)), Number(firstDay.slice(5, 7)), 1)).toISOString().slice(0, 10)

function totalsOf(
  ledger: readonly LedgerMonth[],
  isWhole: (month: LedgerMonth) => boolean,
  decimals: number,
): CostSeries['totals'] {
  const months = ledger.map((month) => {
    const isPart = !isWhole(month)
    const span = { month: month.key, from: month.firstDay, to: month.firstDay, isPart }
    const { rounded, exact } = closeMonth(span, month.buckets, decimals)
    return isPart ? exact : rounded
  })
  const sum = sumTotals(months)
  return {
    importCost: sum && formatExact(addExact(sum.net, sum.vat)),
    exportRevenue: sum && formatExact(sum.feedIn),
  }
}

function closeBucket(fromMs: number, toMs: number, inside: readonly Bucket[]): CostBucket {
  const quality = addQuality(inside.map((bucket) => bucket.quality))
  const missing = listMissing(inside, quality)
  const { net, vat, feedIn } = sumBuckets(inside)
  const isKnown = missing.length === 0 && toMs > fromMs
  return {
    fromMs,
    toMs,
    importCost: isKnown ? amountOf(addExact(net, vat)) : null,
    exportRevenue: isKnown ? amountOf(feedIn) : null,
    parts: sumParts(inside, vat),
    quality,
    missing,
  }
}

function sumParts(inside: readonly Bucket[], vat: Exact): CostBucket['parts'] {
  const sums = new Map<string, Exact>()
  for (const { postings } of inside)
    for (const { line, money } of postings) sums.set(line.part, addExact(sums.get(line.part) ?? zero, money))
  if (vat.digits !== 0n) sums.set('vat', vat)
  const known = priceParts.flatMap((part) => {
    const sum = sums.get(part)
    return sum ? [[part, amountOf(sum)]] : []
  })
  return Object.fromEntries(known)
}

const amountOf = (exact: Exact): CostAmount => ({ text: formatExact(exact), value: toNumber(exact) })
