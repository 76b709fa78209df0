import type { MonthUnderView } from '@ohmstead/contract/price-lists-preview'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import type { Queryable } from '../../platform/db/db.ts'
import { compareMonths, lastMonthOf, thisMonthOf } from '../location-pricing/compare-months.ts'
import { neededBy, zoneOfLocation } from '../price-lists/preview-price-list.ts'
import { getPriceLists } from '../price-lists/price-list-queries.ts'
import { checkDays, checkFields, listsOf } from './check-entries.ts'
import { findReadableLists } from './rate-plan-queries.ts'

/** What a location would have paid last month and in this one if its plan had these entries. */
export async function previewRatePlan(
  db: Queryable,
  actor: Actor,
  { locationId, entries }: { locationId: number; entries: readonly RatePlanEntry[] },
  now: number,
): Promise<MonthUnderView[]> {
  const zone = await zoneOfLocation(db, actor, locationId)
  const ids = listsOf(entries)
  checkFields(entries, new Set(await findReadableLists(db, actor, ids)))
  const lists = await getPriceLists(db, ids)
  checkDays(entries, lists)
  const needed = lists.map(({ terms }) => neededBy(terms))
  const also = {
    timePlanIds: needed.flatMap(({ timePlanIds }) => timePlanIds),
    networkTariffIds: needed.flatMap(({ networkTariffIds }) => networkTariffIds),
    regions: needed.flatMap(({ regions }) => regions),
    currencies: needed.flatMap(({ currencies }) => currencies),
  }
  const change = (world: PricingWorld): PricingWorld => ({
    ...world,
    entries,
    priceLists: Object.fromEntries(lists.map((list) => [list.id, list])),
  })
  const thisMonth = thisMonthOf({ zone, now })
  const months = [lastMonthOf({ zone, now }), ...(thisMonth ? [thisMonth] : [])]
  return compareMonths(db, locationId, { zone, months, also, change })
}
