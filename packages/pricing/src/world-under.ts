import type { PriceList, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import type { PricingWorld } from './pricing-world.ts'

const always = { validFrom: '1970-01-01', validTo: null }
/** No stored list has it. */
const draftId = 0

/** Terms that need not be saved, as a list without a name that is valid on all days. */
export function draftList(id: number, terms: PriceListTerms, countryCode: string): PriceList {
  return { id, version: 0, name: '', utility: '', countryCode, ...always, terms }
}

/**
 * The world if one list with these terms, which need not be saved, had priced every day: "my last month under this list".
 * `countryCode` decides on public holidays and published rates; that of the location if absent.
 */
export function worldUnder(
  world: PricingWorld,
  terms: PriceListTerms,
  countryCode = world.countryCode,
): PricingWorld {
  const priceLists = { [draftId]: draftList(draftId, terms, countryCode) }
  return { ...world, entries: [{ priceListId: draftId, ...always }], priceLists }
}
