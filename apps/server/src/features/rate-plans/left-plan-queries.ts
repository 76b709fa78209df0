import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PriceOwner } from '../price-lists/price-owner.ts'

/** A location whose plan belongs to somebody who may no longer edit the location. */
export interface LeftPlanRow {
  location_id: number
  company_id: number
  /** Whose the copy is: of a home without a company its owner, else nobody, for it is the company's. */
  owner_id: number | null
  plan_id: number
  name: string
  entries: RatePlanEntry[]
}

/**
 * Locations priced by a plan of this person, who may not edit them; all of them, or one. They and their plans are locked.
 */
export async function findLeftPlans(
  tx: Queryable,
  { userId, locationId }: { userId: number; locationId: number | null },
): Promise<LeftPlanRow[]> {
  const left = await tx.rows<Omit<LeftPlanRow, 'entries'>>(sql`
    select l.id as location_id, l.company_id, case when c.is_platform then l.owner_id end as owner_id,
      p.id as plan_id, p.name
    from rate_plan p join location_pricing s on s.rate_plan_id = p.id join location l on l.id = s.location_id
      join company c on c.id = l.company_id
    where p.user_id = ${userId} and (${locationId}::int is null or l.id = ${locationId}::int)
      and l.owner_id is distinct from ${userId}::int
      and not exists (select from user_company where user_id = ${userId} and company_id = l.company_id)
      and not exists (select from user_role where user_id = ${userId} and role = 'ROLE_SUPER_ADMIN')
      and not exists (select from location_permission r
        where r.location_id = l.id and r.user_id = ${userId} and r.can_view and r.can_edit)
    order by l.id for update of s for share of p`)
  // A statement of its own: the one before may have waited for somebody who was changing a plan, and has not seen that.
  const entries = await tx.rows<RatePlanEntry & { plan_id: number }>(sql`
    select rate_plan_id as plan_id, price_list_id as "priceListId", valid_from as "validFrom", valid_to as "validTo"
    from rate_plan_entry where rate_plan_id = any(${left.map(({ plan_id }) => plan_id)}::int[]) order by valid_from`)
  const ofPlan = Map.groupBy(entries, ({ plan_id }) => plan_id)
  return left.map((row) => ({
    ...row,
    entries: (ofPlan.get(row.plan_id) ?? []).map(({ plan_id: _, ...entry }) => entry),
  }))
}

/** Of these lists, those that are neither this owner's nor of the location's company. */
export async function findForeignLists(
  tx: Queryable,
  ids: readonly number[],
  { companyId, userId }: { companyId: number; userId: number | null },
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    select id from price_list where id = any(${ids}::int[])
      and not coalesce(company_id = ${companyId} or user_id = ${userId}::int, false) order by id`)
  return rows.map(({ id }) => id)
}

/** The first version of a list as another one is now, with another owner. */
export async function insertListCopy(
  tx: Queryable,
  priceListId: number,
  { companyId, userId }: PriceOwner,
  now: number,
): Promise<number> {
  const at = new Date(now)
  const { id } = (await tx.row<{ id: number }>(sql`
    insert into price_list (company_id, user_id, name, utility, country_code, valid_from, valid_to, terms,
      supply_offer_id, supply_offer_version, created_at, updated_at)
    select ${companyId}::int, ${userId}::int, name, utility, country_code, valid_from, valid_to, terms,
      supply_offer_id, supply_offer_version, ${at}::timestamptz, ${at}::timestamptz
    from price_list where id = ${priceListId} returning id`))!
  return id
}

/** Gives locations, which are locked, another plan, as a new version of how they are priced. */
export function replaceLocationPlans(
  tx: Queryable,
  locationIds: readonly number[],
  ratePlanId: number,
  now: number,
): Promise<number> {
  return tx.run(sql`
    update location_pricing set rate_plan_id = ${ratePlanId}, version = version + 1, updated_at = ${new Date(now)}
    where location_id = any(${locationIds}::int[])`)
}
