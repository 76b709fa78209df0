import { addExact, formatExact, parseExact } from '@ohmstead/domain/money/exact'
import type { ComparedOffer, OfferCandidate, OfferComparison } from './offer-comparison-query.ts'

/** "GEN-I Redni": a list of one's own often begins with its supplier. */
export function nameOfCandidate({ supplier, name }: Pick<OfferCandidate, 'supplier' | 'name'>): string {
  return name.toLowerCase().startsWith(supplier.toLowerCase()) ? name : `${supplier} ${name}`
}

export function findCandidate(
  { candidates }: Pick<OfferComparison, 'candidates'>,
  key: string,
): OfferCandidate {
  const found = candidates.find((one) => one.key === key)
  if (!found) throw new Error('every compared offer is a candidate')
  return found
}

/** An amount without its sign, for sentences that say "less" or "more". */
export const withoutSign = (amount: string) => amount.replace(/^-/, '')

export const isBelowZero = (amount: string | null) => amount !== null && Number(amount) < 0

/** Two parts of a bill as one column. */
export const sumOf = (one: string, other: string) => formatExact(addExact(parseExact(one), parseExact(other)))

/** The next one after the cheapest, which costs more or as much. */
export function findNext({ comparison }: OfferComparison): ComparedOffer | undefined {
  return comparison.offers.find(({ rank }) => rank === 2)
}
