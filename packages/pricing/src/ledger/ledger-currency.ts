import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { listOn, type WorldLookup } from '../world-lookup.ts'

/** The currency of the last list in force on the days of a period, else that of any list of the plan. */
export function currencyOf(lookup: WorldLookup, from: string, to: string): CurrencyCode {
  const { entries, priceLists } = lookup.world
  const within = entries.findLast(
    (entry) => entry.validFrom <= to && (entry.validTo === null || entry.validTo >= from),
  )
  const last = listOn(lookup, to) ?? (within && priceLists[within.priceListId])
  const any = entries.map(({ priceListId }) => priceLists[priceListId]).find((list) => list !== undefined)
  return (last ?? any)?.terms.currency ?? 'EUR'
}
