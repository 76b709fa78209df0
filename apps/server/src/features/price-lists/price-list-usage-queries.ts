import type { Actor } from '@ohmstead/domain/access/permission'
import type { DaySpan } from '@ohmstead/domain/pricing/rate-plan'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'
import { readablePlan } from './price-owner.ts'

export interface UsingPlan {
  id: number
  name: string
  validFrom: string
  validTo: string | null
}

/** Entries of a list in the plans that the actor may read. */
export function findUsingPlans(db: Queryable, actor: Actor, priceListId: number): Promise<UsingPlan[]> {
  return db.rows<UsingPlan>(sql`
    select p.id, p.name, e.valid_from as "validFrom", e.valid_to as "validTo"
    from rate_plan_entry e join rate_plan p on p.id = e.rate_plan_id
    where e.price_list_id = ${priceListId} and ${readablePlan(actor)} order by lower(p.name), p.id, e.valid_from`)
}

/** Locations that the actor sees whose plan has a list. */
export function findUsingLocations(
  db: Queryable,
  actor: Actor,
  priceListId: number,
): Promise<{ id: number; name: string }[]> {
  return db.rows(sql`
    select l.id, l.name from location l join location_pricing lp on lp.location_id = l.id
    where lp.rate_plan_id in (select rate_plan_id from rate_plan_entry where price_list_id = ${priceListId})
      and ${visibleLocation(actor)} order by lower(l.name), l.id`)
}

/** The days of entries that a list's new days would not contain. */
export function findEntriesOutside(
  tx: Queryable,
  priceListId: number,
  { validFrom, validTo }: { validFrom: string; validTo: string | null },
): Promise<DaySpan[]> {
  return tx.rows<DaySpan>(sql`
    select distinct valid_from as "from", valid_to as "to" from rate_plan_entry
    where price_list_id = ${priceListId} and (valid_from < ${validFrom}
      or (${validTo}::date is not null and (valid_to is null or valid_to > ${validTo}::date)))
    order by valid_from limit 20`)
}
