import { publishedCountry } from '@ohmstead/domain/pricing/check-list-terms'
import { buildTermsFromOffer, tariffsOf } from '@ohmstead/domain/pricing/supply-offer'
import type { Translate } from '../../shared/i18n/use-t.ts'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import type { PriceListDraft } from './price-list-draft.ts'

export interface ChosenOffer {
  tariffsCount: 1 | 2
  hasElectronicInvoice: boolean
}

/**
 * Most people have the electronic invoice, and two tariffs where an offer has both; those of the metering point, if it is
 * known how many it has.
 */
export function firstChoice({ terms }: SupplyOffer, tariffsCount: 1 | 2 | null): ChosenOffer {
  const counts = tariffsOf(terms)
  const own = counts.find((count) => count === tariffsCount)
  return { tariffsCount: own ?? counts.at(-1) ?? 1, hasElectronicInvoice: true }
}

/** The list of somebody who takes an offer, from this month on, or from the day on which it begins. */
export function draftOfOffer(
  { supplier, name, countryCode, validFrom, terms }: SupplyOffer,
  choice: ChosenOffer,
  today: string,
  t: Translate,
): PriceListDraft {
  const month = `${today.slice(0, 7)}-01`
  return {
    name: `${supplier} ${name}`,
    utility: supplier,
    countryCode,
    validFrom: validFrom > month ? validFrom : month,
    validTo: null,
    terms: buildTermsFromOffer(terms, {
      ...choice,
      withPublishedRates: countryCode === publishedCountry,
      feeName: t('price_lists.offer.monthly_fee'),
      extraFeeName: t('price_lists.offer.extra_fee'),
    }),
  }
}
