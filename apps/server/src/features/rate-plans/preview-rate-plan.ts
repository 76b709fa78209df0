import type { MonthUnderView } from '@ohmstead/contract/price-lists-preview'
import { namedInTerms } from '@ohmstead/domain/pricing/named-in-terms'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import {
  compareMonths,
  lastMonthChanged,
  lastMonthOf,
  thisMonthOf,
} from '../location-pricing/compare-months.ts'
import type { PriceContext } from '../location-pricing/get-bill.ts'
import { findPricedLocations } from '../location-pricing/location-pricing-queries.ts'
import { zoneOfLocation } from '../price-lists/preview-price-list.ts'
import { getPriceLists } from '../price-lists/price-list-queries.ts'
import { checkDays, checkFields, listsOf } from './check-entries.ts'
import { findReadableLists } from './rate-plan-queries.ts'

/**
 * What a location would have paid last month and in this one if its plan had these entries, and in the last month before
 * these that they change.
 */
export async function previewRatePlan(
  context: PriceContext,
  { locationId, entries }: { locationId: number; entries: readonly RatePlanEntry[] },
): Promise<MonthUnderView[]> {
  const { db, deps, actor } = context
  const zone = await zoneOfLocation(db, actor, locationId)
  const ids = listsOf(entries)
  checkFields(entries, new Set(await findReadableLists(db, actor, ids)))
  const lists = await getPriceLists(db, ids)
  checkDays(entries, lists)
  const also = namedInTerms(lists.map(({ terms }) => terms))
  const changeWorld = (world: PricingWorld): PricingWorld => ({
    ...world,
    entries,
    priceLists: Object.fromEntries(lists.map((list) => [list.id, list])),
  })
  const now = deps.clock.now()
  const thisMonth = thisMonthOf({ zone, now })
  const last = lastMonthOf({ zone, now })
  const [location] = await findPricedLocations(db, [locationId])
  const earlier = lastMonthChanged(location?.plan?.entries ?? [], entries, last.from)
  const months = [...(earlier ? [earlier] : []), last, ...(thisMonth ? [thisMonth] : [])]
  return compareMonths(context, locationId, { zone, months, also, changeWorld })
}
