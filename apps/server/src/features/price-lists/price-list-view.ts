import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { Actor } from '@ohmstead/domain/access/permission'
import { dayAt } from '@ohmstead/domain/time/days'
import type { PriceListRow } from './price-list-queries.ts'
import { mayEditPrices } from './price-owner.ts'

export function toPriceListView(actor: Actor, row: PriceListRow): PriceListView {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    utility: row.utility,
    countryCode: row.country_code,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    terms: row.terms,
    companyId: row.company_id,
    supplyOffer:
      row.supply_offer_id === null || row.supply_offer_version === null
        ? null
        : { id: row.supply_offer_id, version: row.supply_offer_version, hasNewer: row.has_newer_offer },
    isActive: row.is_active,
    isInUse: row.plan_count > 0,
    planCount: row.plan_count,
    locationCount: row.location_count,
    canEdit: mayEditPrices(actor, row),
    updatedAt: row.updated_at,
  }
}

/** Today, as a plan's days are counted where the platform is at home. */
export const todayOf = (now: number): string => dayAt(now, 'Europe/Ljubljana')
