import {
  addExact,
  compareExact,
  type Exact,
  formatExact,
  parseExact,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import type { PriceList, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { type BillPeriod, bill } from './bill.ts'
import type { Bill, BillLine } from './bill-model.ts'
import { type MissingPrice, priceParts, uniqueReasons } from './price-component.ts'
import type { PricingWorld } from './pricing-world.ts'

const always = { validFrom: '1970-01-01', validTo: null }
/** No stored list has it. */
const draftId = 0

/** Terms that need not be saved, as a list without a name that is valid on all days. */
export function draftList(id: number, terms: PriceListTerms, countryCode: string): PriceList {
  return { id, version: 0, name: '', utility: '', countryCode, ...always, terms }
}

/** The world if one list with these terms had applied all the time. */
export function worldUnder(
  world: PricingWorld,
  terms: PriceListTerms,
  countryCode = world.countryCode,
): PricingWorld {
  const priceLists = { [draftId]: draftList(draftId, terms, countryCode) }
  return { ...world, entries: [{ priceListId: draftId, ...always }], priceLists }
}

/** The bill of a period under terms that need not be saved: "my last month under this list". */
export function billUnder(
  world: PricingWorld,
  energies: QuarterHourSeries,
  period: BillPeriod,
  terms: PriceListTerms,
): Bill {
  return bill(worldUnder(world, terms), energies, period)
}

/** An amount before and after; null where it is unknown. */
export interface AmountChange {
  before: string | null
  after: string | null
  /** after − before */
  difference: string | null
}

export interface BillChange {
  currency: Bill['currency']
  /** Parts that occur in either bill, in its order; feed-in is negative. Unknown where anything of the bill is. */
  parts: ({ part: BillLine['part'] } & AmountChange)[]
  payable: AmountChange
  missing: { before: MissingPrice[]; after: MissingPrice[] }
}

/** What changes on the bill of a period if new terms replace the old ones, in the currency of the new. */
export function compareTerms(
  world: PricingWorld,
  energies: QuarterHourSeries,
  { from, to }: BillPeriod,
  { before, after }: { before: PriceListTerms; after: PriceListTerms },
): BillChange {
  const period = { from, to, currency: after.currency }
  return compareBills(billUnder(world, energies, period, before), billUnder(world, energies, period, after))
}

/** The difference of two bills; throws a `RangeError` unless both are in one currency. */
export function compareBills(before: Bill, after: Bill): BillChange {
  if (before.currency !== after.currency) throw new RangeError('bills in one currency are compared')
  const decimals = currencyDecimals[after.currency]
  const [old, next] = [sumParts(before), sumParts(after)]
  const missing = { before: missingOf(before), after: missingOf(after) }
  const partOf = (sums: typeof old, part: BillLine['part'], lacks: MissingPrice[]) =>
    lacks.length > 0 ? null : (sums.get(part) ?? zero)
  const parts = [...priceParts, 'feedIn' as const].filter((part) => old.has(part) || next.has(part))
  const change = (a: Exact | null, b: Exact | null): AmountChange => ({
    before: a && formatExact(a, decimals),
    after: b && formatExact(b, decimals),
    difference: a && b && formatExact(subtractExact(b, a), decimals),
  })
  return {
    currency: after.currency,
    parts: parts.map((part) => ({
      part,
      ...change(partOf(old, part, missing.before), partOf(next, part, missing.after)),
    })),
    payable: change(payableOf(before), payableOf(after)),
    missing,
  }
}

/** Whether the period costs less, more or the same; null if one is unknown. */
export function directionOf({ difference }: AmountChange): 'less' | 'more' | 'same' | null {
  if (difference === null) return null
  const sign = compareExact(parseExact(difference), zero)
  return sign < 0 ? 'less' : sign > 0 ? 'more' : 'same'
}

function sumParts({ months }: Bill): Map<BillLine['part'], Exact> {
  const sums = new Map<BillLine['part'], Exact>()
  for (const { part, amount } of months.flatMap(({ lines }) => lines))
    sums.set(part, addExact(sums.get(part) ?? zero, parseExact(amount)))
  return sums
}

const payableOf = ({ totals }: Bill): Exact | null =>
  totals.payable === null ? null : parseExact(totals.payable)

const missingOf = ({ months }: Bill): MissingPrice[] =>
  uniqueReasons(months.flatMap(({ missing }) => missing))
