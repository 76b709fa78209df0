import type { DecimalText } from '../money/exact.ts'
import type { FindBlocks } from './check-energy-price.ts'
import { checkTerms } from './check-list-terms.ts'
import type { CurrencyCode } from './currencies.ts'
import type { FixedPrice, PriceListTerms, SpotMarketPrice, TimeOfUsePrice } from './price-list-terms.ts'
import type { TermsProblems } from './terms-problems.ts'

/** Which kinds of self-supply an offer is for. */
export const selfSupplyKinds = ['none', 'new', 'netMetering', 'newOrNetMetering'] as const
export type SelfSupplyKind = (typeof selfSupplyKinds)[number]

/** What some offers add: only together with another product; surplus of the year is lost except for whole MWh. */
export const offerRemarks = ['bundleOnly', 'surplusLost'] as const
export type OfferRemark = (typeof offerRemarks)[number]

/** An offer as its supplier publishes it, without tax. A fixed price may name T0 as well as T1 and T2. */
export interface SupplyOfferTerms {
  currency: CurrencyCode
  buy: FixedPrice | SpotMarketPrice | TimeOfUsePrice
  sell: FixedPrice | SpotMarketPrice | TimeOfUsePrice | null
  /** Per metering point and month, with a paper and with an electronic invoice. */
  monthlyFee: DecimalText
  monthlyFeeElectronicInvoice: DecimalText
  /** Of a service that the offer cannot be had without. */
  extraServiceFee: DecimalText | null
  selfSupply: SelfSupplyKind
  /** Members of an energy community may take it; null if nothing was found. */
  communityAllowed: boolean | null
  /** Who shares surplus with others may take it; null if nothing was found. */
  sharingSenderAllowed: boolean | null
  needsQuarterHours: boolean
  boundMonths: number | null
  remarks: OfferRemark[]
  /** What the fields above cannot say, in the words of the one who entered it. */
  note: string | null
}

export interface SupplyOffer {
  countryCode: string
  supplier: string
  name: string
  /** Inclusive days. */
  validFrom: string
  validTo: string | null
  terms: SupplyOfferTerms
}

/** What an offer may demand of a metering point; null is unknown. */
export interface OfferPoint {
  countryCode: string
  /** Has a power plant of its own behind the meter. */
  hasProduction: boolean | null
  /** Yearly netting under the rules before 2024. */
  netMetering: boolean | null
  tariffsCount: 1 | 2 | null
  hasQuarterHours: boolean | null
}

/** Why an offer does not suit a point. */
export type Unsuitable =
  | 'otherCountry'
  | 'notYetValid'
  | 'noLongerValid'
  | 'noSelfSupply'
  | 'selfSupplyOnly'
  | 'noNetMetering'
  | 'netMeteringOnly'
  | 'needsQuarterHours'

/** What would have to be known of the point to be sure. */
export type OfferQuestion = 'hasProduction' | 'netMetering' | 'hasQuarterHours'

export interface Suitability {
  unsuitable: Unsuitable[]
  /** Unanswered questions on which it depends; empty if it is certain. */
  open: OfferQuestion[]
}

/** Whether an offer can be taken on a day ('YYYY-MM-DD') for a point, and if not why. */
export function judgeSuitability(offer: SupplyOffer, point: OfferPoint, day: string): Suitability {
  const { selfSupply, needsQuarterHours } = offer.terms
  const unsuitable: Unsuitable[] = []
  const open: OfferQuestion[] = []
  if (offer.countryCode !== point.countryCode) unsuitable.push('otherCountry')
  if (day < offer.validFrom) unsuitable.push('notYetValid')
  if (offer.validTo !== null && day > offer.validTo) unsuitable.push('noLongerValid')
  // Net metering is self-supply, whatever else is known.
  const hasProduction = point.hasProduction ?? (point.netMetering === true ? true : null)
  if (hasProduction === null) open.push('hasProduction')
  else if (hasProduction && selfSupply === 'none') unsuitable.push('noSelfSupply')
  else if (!hasProduction && selfSupply !== 'none') unsuitable.push('selfSupplyOnly')
  if (selfSupply !== 'none' && selfSupply !== 'newOrNetMetering' && hasProduction !== false) {
    if (point.netMetering === null) open.push('netMetering')
    else if (point.netMetering && selfSupply === 'new') unsuitable.push('noNetMetering')
    else if (!point.netMetering && selfSupply === 'netMetering') unsuitable.push('netMeteringOnly')
  }
  if (needsQuarterHours) {
    if (point.hasQuarterHours === null) open.push('hasQuarterHours')
    else if (!point.hasQuarterHours) unsuitable.push('needsQuarterHours')
  }
  return { unsuitable, open }
}

/** Whether an offer has a price for one tariff (1), for two (2), or for both; offers by the hour have no tariffs. */
export function tariffsOf({ buy }: SupplyOfferTerms): (1 | 2)[] {
  if (buy.kind !== 'fixed') return [1]
  const counts: (1 | 2)[] = []
  if (buy.t0 !== null) counts.push(1)
  if (buy.t1 !== null && buy.t2 !== null) counts.push(2)
  return counts
}

export interface OfferChoice {
  tariffsCount: 1 | 2
  hasElectronicInvoice: boolean
  /** Network fee and taxes by the project's dated rates; otherwise the list is about the supplier only. */
  withPublishedRates: boolean
  /** What the fee is called on the list. */
  feeName: string
  extraFeeName: string
}

/**
 * The price list of somebody who takes an offer. With one tariff where the offer has only two, or the reverse, it follows
 * the offer.
 */
export function buildTermsFromOffer(offer: SupplyOfferTerms, choice: OfferChoice): PriceListTerms {
  const counts = tariffsOf(offer)
  const isMultiTariff =
    offer.buy.kind === 'fixed' &&
    (counts.includes(choice.tariffsCount) ? choice.tariffsCount : counts[0]) === 2
  const fee = choice.hasElectronicInvoice ? offer.monthlyFeeElectronicInvoice : offer.monthlyFee
  const { extraServiceFee } = offer
  return {
    currency: offer.currency,
    isMultiTariff,
    highTariff: { fromMinute: 360, toMinute: 1320, onWorkdaysOnly: true },
    hasExportPrice: offer.sell !== null,
    buy: offer.buy.kind === 'fixed' ? pickTariffs(offer.buy, isMultiTariff) : offer.buy,
    sell: offer.sell,
    buyFeePerKwh: '0',
    sellFeePerKwh: '0',
    monthlyFees: [
      { name: choice.feeName, amount: fee },
      ...(extraServiceFee === null ? [] : [{ name: choice.extraFeeName, amount: extraServiceFee }]),
    ],
    network: { kind: choice.withPublishedRates ? 'published' : 'none' },
    taxes: { published: choice.withPublishedRates, rows: [] },
  }
}

function pickTariffs(price: FixedPrice, isMultiTariff: boolean): FixedPrice {
  return isMultiTariff ? { ...price, t0: null } : { ...price, t1: null, t2: null }
}

/**
 * What is wrong with an offer: as a price list made from it would be, for one tariff and for two. Paths are those of the
 * offer's terms, like 'buy.t0' and 'monthlyFee'.
 */
export function checkOffer(terms: SupplyOfferTerms, findBlocks: FindBlocks | null = null): TermsProblems {
  const problems: TermsProblems = {}
  const missing = findMissingTariff(terms)
  if (missing) problems[`buy.${missing}`] = { rule: 'required', key: 'validation.required', params: {} }
  for (const tariffsCount of tariffsOf(terms))
    for (const hasElectronicInvoice of [false, true]) {
      const fee = hasElectronicInvoice ? 'monthlyFeeElectronicInvoice' : 'monthlyFee'
      const list = buildTermsFromOffer(terms, {
        tariffsCount,
        hasElectronicInvoice,
        withPublishedRates: false,
        feeName: fee,
        extraFeeName: fee,
      })
      for (const [path, problem] of Object.entries(checkTerms(list, findBlocks)))
        problems[
          path.replace('monthlyFees.0.amount', fee).replace('monthlyFees.1.amount', 'extraServiceFee')
        ] ??= problem
    }
  return problems
}

/** A fixed price has one tariff or both of two. */
function findMissingTariff({ buy }: SupplyOfferTerms): 't0' | 't1' | 't2' | null {
  if (buy.kind !== 'fixed') return null
  const { t0, t1, t2 } = buy
  if (t0 === null && t1 === null && t2 === null) return 't0'
  if ((t1 === null) === (t2 === null)) return null
  return t1 === null ? 't1' : 't2'
}
