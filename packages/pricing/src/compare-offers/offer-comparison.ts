import type { DecimalText } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { BillQuality } from '../bill-model.ts'
import type { MissingPrice } from '../price-component.ts'
import type { PricingWorld, SpotPrices } from '../pricing-world.ts'

/** Price lists that are to be compared on the same readings. */
export interface OfferQuestion {
  /** Everything but the lists: point, market prices, holidays, what terms name. */
  world: PricingWorld
  energies: QuarterHourSeries
  /** Whole months, inclusive days. */
  from: string
  to: string
  candidates: readonly OfferCandidate[]
  /** The candidate that is paid today; null if that is unknown. */
  todayKey: string | null
  /** Feed-in is set off against import over a year, which bills of months do not do: nothing is ranked or advised. */
  isNettedYearly?: boolean
  /** Market prices of earlier years, for offers that follow the market. */
  marketYears: readonly MarketYear[]
}

export interface OfferCandidate {
  key: string
  terms: PriceListTerms
  /** Whose public holidays and published rates apply. */
  countryCode: string
  /** What cannot be taken is priced, and neither ranked nor advised. */
  isTakeable: boolean
  /** With something run for just this list, like a battery; those of the question if absent. */
  energies?: QuarterHourSeries
  /** The same run anew at other market prices; `energies` as they are if absent. */
  energiesAt?: (world: PricingWorld) => QuarterHourSeries
}

/** Market prices as they were so many years before the readings, on their own days. */
export interface MarketYear {
  yearsBack: number
  spot: Readonly<Record<string, SpotPrices>>
}

/** What a bill is made of, rounded line by line: the sum is what is to pay. */
export interface OfferParts {
  energy: DecimalText
  network: DecimalText
  fees: DecimalText
  levies: DecimalText
  vat: DecimalText
  /** What is paid for feed-in, positive; deducted. */
  feedIn: DecimalText
}

/** How much depends on which year comes. Amounts are estimates from drawn years. */
export interface OfferSureness {
  /** In how many of the drawn years nothing that can be taken costs less. */
  cheapestShare: number
  /** Against what is paid today, below zero if it saves; null if that is unknown. */
  difference: { low: DecimalText; middle: DecimalText; high: DecimalText; savingShare: number } | null
  /** What a year costs more than its cheapest offer: on average, and in one year of ten at least. */
  regret: { mean: DecimalText; high: DecimalText }
}

/** What was lost by it in the worst of the past years, against the cheapest of that year. */
export interface WorstYear {
  /** Inclusive days of the readings. */
  from: string
  to: string
  /** Of which market prices; 0 of the readings' own time. */
  yearsBack: number
  regret: DecimalText
}

export interface ComparedOffer {
  key: string
  isDynamic: boolean
  isTakeable: boolean
  /** 1 is the cheapest; null if it cannot be taken, or its cost is unknown. */
  rank: number | null
  /** Of the months with readings, as their bills have it; null with a reason in `missing`. */
  payable: DecimalText | null
  /** Against what is paid today. */
  difference: DecimalText | null
  parts: OfferParts | null
  months: { month: string; payable: DecimalText | null }[]
  quality: BillQuality
  missing: MissingPrice[]
  /** Of twelve months: exactly those of the period, or estimated from its months; see `isYearExact`. */
  yearly: DecimalText | null
  yearlyDifference: DecimalText | null
  sureness: OfferSureness | null
  worstYear: WorstYear | null
  /** The period at the market prices of earlier years; null where one is not stored. Empty unless it follows the market. */
  marketYears: { yearsBack: number; payable: DecimalText | null }[]
}

/** The only advice; every page that names an offer takes it from here. */
export type OfferAdvice =
  /** Nothing can be compared. */
  | { kind: 'none' }
  /** What is paid today is unknown: no more than which is the cheapest. */
  | { kind: 'cheapest'; key: string }
  | { kind: 'stay' }
  /** `isSure`: it saves in nine drawn years of ten, and a dynamic offer was tried in more than one market year. If not, `sureKey` names one that does. */
  | { kind: 'switch'; key: string; isSure: boolean; sureKey: string | null }

export interface OfferComparison {
  currency: CurrencyCode
  from: string
  to: string
  /** Months of the period without any reading: they are in no figure. */
  unreadMonths: string[]
  /** Calendar months with readings, of 12. */
  monthsKnown: number
  /** Enough months for drawn years to say how sure something is; else nothing is called sure. */
  hasEnoughMonths: boolean
  /** The period has each calendar month once and nearly complete, so that its bills are those of a year. */
  isYearExact: boolean
  draws: number
  marketYears: { yearsBack: number; from: string; to: string; knownShare: number; isComplete: boolean }[]
  /** The cheapest first, then what cannot be ranked. */
  offers: ComparedOffer[]
  advice: OfferAdvice
}
