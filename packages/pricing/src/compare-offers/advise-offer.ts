import { compareExact, parseExact } from '@ohmstead/domain/money/exact'
import type { ComparedOffer, OfferAdvice, OfferComparison } from './offer-comparison.ts'

/** What saves less in a year is not worth the trouble, in the currency's unit. */
const leastSaving = 5

interface Advised extends Pick<OfferComparison, 'offers' | 'hasEnoughMonths'> {
  /** Whether dynamic offers were priced with all market prices of an earlier year as well. */
  hasMarketYears: boolean
}

/**
 * Whom to buy from. A switch is advised only if the bills of the period and a year as it is estimated both cost less than
 * what is paid today, and says whether it does in nine drawn years of ten, of more than one market. `offers` are in the order of their rank.
 */
export function adviseOffer(
  { offers, hasEnoughMonths, hasMarketYears }: Advised,
  todayKey: string | null,
): OfferAdvice {
  const ranked = offers.filter(({ rank }) => rank !== null)
  const [first] = ranked
  if (!first) return { kind: 'none' }
  if (todayKey === null) return { kind: 'cheapest', key: first.key }
  const today = ranked.find(({ key }) => key === todayKey)
  if (!today) return { kind: 'none' }
  const better = ranked.filter((offer) => offer !== today && isBetter(offer, today))
  const [best] = better
  if (!best) return { kind: 'stay' }
  // Drawn years have the market of one year only, unless earlier ones are known.
  const isComparable = ({ isDynamic }: ComparedOffer) => hasMarketYears || isDynamic === today.isDynamic
  const sure = hasEnoughMonths ? better.find((offer) => isComparable(offer) && isSure(offer)) : undefined
  return { kind: 'switch', key: best.key, isSure: sure === best, sureKey: sure?.key ?? null }
}

function isBetter(offer: ComparedOffer, today: ComparedOffer): boolean {
  const isCheaper = compareExact(parseExact(offer.payable!), parseExact(today.payable!)) < 0
  return (
    isCheaper &&
    Number(offer.yearlyDifference) <= -leastSaving &&
    Number(offer.sureness?.difference?.middle) < 0
  )
}

const isSure = ({ sureness }: ComparedOffer) => Number(sureness?.difference?.high) < 0
