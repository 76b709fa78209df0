import { compareExact, formatExact, parseExact } from '@ohmstead/domain/money/exact'
import type { Bill, BillMonth } from '../bill-model.ts'
import { uniqueReasons } from '../price-component.ts'
import { type AssessedOffers, amountText, assessOffers, type OfferFigures } from './assess-offers.ts'
import { toMonthFigure } from './month-figures.ts'
import type { ComparedOffer, OfferCandidate, OfferComparison } from './offer-comparison.ts'
import { isDynamic, sumOfferParts, sumPayable } from './price-offer.ts'
import { differenceText, findWorstYears } from './worst-year.ts'

/** A list with its bills: of the readings' time, and at the market prices of each earlier year. */
export interface BilledOffer {
  candidate: OfferCandidate
  bill: Bill
  /** Its months with readings. */
  months: BillMonth[]
  ofMarket: { yearsBack: number; months: BillMonth[] }[]
}

interface Frame {
  todayKey: string | null
  decimals: number
  isNettedYearly: boolean
  /** All years of market prices that were asked about, in their order. */
  yearsBack: readonly number[]
}

type Described = Pick<OfferComparison, 'offers' | 'isYearExact' | 'monthsKnown' | 'hasEnoughMonths'>

/** Figures of the period, what drawn years say of them, and the order. Lists that cannot be taken sway nothing. */
export function describeOffers(billed: readonly BilledOffer[], frame: Frame): Described {
  const known = billed.filter(isKnown)
  const takeable = known.filter(({ candidate }) => candidate.isTakeable)
  const assessed = assessOffers(takeable.map(toFigures), frame.todayKey, frame.decimals)
  const worst = findWorstYears(takeable.map(toYears), frame.decimals)
  const isYearExact = isExactYear(known[0]?.months ?? [])
  const offers = billed.map((one): ComparedOffer => {
    const { key } = one.candidate
    return {
      ...describeCost(one, frame),
      yearly: isKnown(one) ? yearlyOf(one, { assessed, isYearExact, decimals: frame.decimals }) : null,
      sureness: frame.isNettedYearly ? null : (assessed?.sureness.get(key) ?? null),
      worstYear: frame.isNettedYearly ? null : (worst.get(key) ?? null),
    }
  })
  return {
    offers: rankOffers(offers, frame),
    isYearExact,
    monthsKnown: assessed?.monthsKnown ?? 0,
    hasEnoughMonths: assessed?.hasEnoughMonths ?? false,
  }
}

/** At the readings' own time and in every market year that counts. */
function isKnown({ months, ofMarket }: BilledOffer): boolean {
  const rows = [months, ...ofMarket.map((one) => one.months)]
  return months.length > 0 && rows.every((row) => sumPayable(row) !== null)
}

const toYears = ({ candidate: { key }, months, ofMarket }: BilledOffer) => ({
  key,
  byMarket: [{ yearsBack: 0, months }, ...ofMarket],
})

const toFigures = (one: BilledOffer): OfferFigures => ({
  key: one.candidate.key,
  byMarket: toYears(one).byMarket.map(({ months }) => months.map(toMonthFigure)),
})

function yearlyOf(
  one: BilledOffer,
  {
    assessed,
    isYearExact,
    decimals,
  }: { assessed: AssessedOffers | null; isYearExact: boolean; decimals: number },
): string | null {
  const { key } = one.candidate
  if (isYearExact) return formatExact(sumPayable(one.months)!, decimals)
  const yearly = assessed?.yearly.get(key) ?? assessOffers([toFigures(one)], null, decimals)?.yearly.get(key)
  return yearly === undefined ? null : amountText(yearly, decimals)
}

function describeCost(
  one: BilledOffer,
  { decimals, yearsBack }: Frame,
): Omit<ComparedOffer, 'yearly' | 'sureness' | 'worstYear'> {
  const { candidate, bill, months, ofMarket } = one
  const payable = isKnown(one) ? formatExact(sumPayable(months)!, decimals) : null
  return {
    ...{ key: candidate.key, isTakeable: candidate.isTakeable, isDynamic: isDynamic(candidate) },
    ...{ rank: null, payable, difference: null, yearlyDifference: null },
    parts: payable === null ? null : sumOfferParts(months, decimals),
    months: months.map(({ month, totals }) => ({ month, payable: totals.payable })),
    quality: bill.quality,
    missing:
      months.length === 0
        ? [{ kind: 'noReadings' }]
        : uniqueReasons(months.flatMap(({ missing }) => missing)),
    marketYears: isDynamic(candidate)
      ? yearsBack.map((back) => {
          const sum = sumPayable(ofMarket.find((market) => market.yearsBack === back)?.months ?? [])
          const isStored = ofMarket.some((market) => market.yearsBack === back)
          return { yearsBack: back, payable: isStored && sum ? formatExact(sum, decimals) : null }
        })
      : [],
  }
}

/** Takeable ones by what their bills say, then the others; each against what is paid today. */
function rankOffers(offers: ComparedOffer[], { todayKey, decimals, isNettedYearly }: Frame): ComparedOffer[] {
  const orderOf = ({ isTakeable, payable }: ComparedOffer) => (payable === null ? 2 : isTakeable ? 0 : 1)
  const sorted = offers.sort((one, other) => {
    if (orderOf(one) !== orderOf(other)) return orderOf(one) - orderOf(other)
    if (one.payable === null || other.payable === null) return 0
    return compareExact(parseExact(one.payable), parseExact(other.payable))
  })
  const today = sorted.find(({ key, payable }) => key === todayKey && payable !== null)
  return sorted.map((offer, place) => ({
    ...offer,
    rank: orderOf(offer) === 0 && !isNettedYearly ? place + 1 : null,
    difference:
      today && offer.payable !== null ? differenceText(offer.payable, today.payable!, decimals) : null,
    yearlyDifference:
      today?.yearly != null && offer.yearly !== null
        ? differenceText(offer.yearly, today.yearly, decimals)
        : null,
  }))
}

const completeFrom = 0.95

/** Twelve different calendar months, each nearly complete. */
function isExactYear(months: readonly BillMonth[]): boolean {
  const different = new Set(months.map(({ month }) => month.slice(5)))
  return (
    months.length === 12 &&
    different.size === 12 &&
    months.every(({ quality }) => quality.measured + quality.estimated >= completeFrom * quality.intervals)
  )
}
