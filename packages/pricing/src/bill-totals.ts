import {
  addExact,
  type Exact,
  formatExact,
  multiplyExact,
  negateExact,
  roundExact,
  zero,
} from '@ohmstead/domain/money/exact'
import type { BillTotals } from './bill-model.ts'
import type { Bucket } from './ledger/ledger-model.ts'

/** What buckets add up to. */
export interface ExactTotals {
  net: Exact
  vat: Exact
  feedIn: Exact
  /** Their sum, unless that was rounded by itself. */
  payable?: Exact
}

/** The unrounded sums of buckets, whatever is missing in them. */
export function sumBuckets(buckets: readonly Bucket[]): ExactTotals {
  const totals: ExactTotals = { net: zero, vat: zero, feedIn: zero }
  for (const { postings } of buckets) {
    for (const { line, money } of postings) {
      if (line.part === 'feedIn') totals.feedIn = addExact(totals.feedIn, negateExact(money))
      else {
        totals.net = addExact(totals.net, money)
        if (line.vat) totals.vat = addExact(totals.vat, multiplyExact(money, line.vat.rate))
      }
    }
  }
  return totals
}

/** Negative if more was earned by feed-in than everything else costs. */
export function payableOf({ net, vat, feedIn, payable }: ExactTotals): Exact {
  return payable ?? addExact(addExact(net, vat), negateExact(feedIn))
}

/** Sums as decimal texts: all digits, or rounded to so many `decimals`, halves away from zero; all null if unknown. */
export function describeTotals(totals: ExactTotals | null, decimals?: number): BillTotals {
  if (totals === null) return { net: null, vat: null, feedIn: null, payable: null }
  const { net, vat, feedIn } = totals
  return {
    net: formatExact(net, decimals),
    vat: formatExact(vat, decimals),
    feedIn: formatExact(feedIn, decimals),
    payable: formatExact(payableOf(totals), decimals),
  }
}

/** Each by itself, so that what is to pay is the figure that charts and tables show of the same days. */
export const roundTotals = (totals: ExactTotals, decimals: number): ExactTotals => ({
  net: roundExact(totals.net, decimals),
  vat: roundExact(totals.vat, decimals),
  feedIn: roundExact(totals.feedIn, decimals),
  payable: roundExact(payableOf(totals), decimals),
})

/** The sums of several months together; null if one of them is unknown. */
export function sumTotals(all: readonly (ExactTotals | null)[]): ExactTotals | null {
  return all.reduce(
    (sum, one) =>
      sum &&
      one && {
        net: addExact(sum.net, one.net),
        vat: addExact(sum.vat, one.vat),
        feedIn: addExact(sum.feedIn, one.feedIn),
        payable: addExact(payableOf(sum), payableOf(one)),
      },
    { net: zero, vat: zero, feedIn: zero },
  )
}
