import type { RatePlanVersionView } from '@ohmstead/contract/rate-plans'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { readableList } from '../price-lists/price-owner.ts'
import { mostVersions, type VersionFacts, versionFacts } from '../price-lists/price-version-queries.ts'

/** Keeps the current state of a plan as one of its versions. */
export function insertRatePlanVersion(
  tx: Queryable,
  planId: number,
  { changedBy, reason, now }: VersionFacts,
): Promise<number> {
  return tx.run(sql`
    insert into rate_plan_version (rate_plan_id, version, name, entries, changed_by, changed_at, reason)
    select p.id, p.version, p.name,
      (select coalesce(jsonb_agg(jsonb_build_object('priceListId', e.price_list_id, 'priceListName', l.name,
          'validFrom', e.valid_from, 'validTo', e.valid_to) order by e.valid_from), '[]')
        from rate_plan_entry e join price_list l on l.id = e.price_list_id where e.rate_plan_id = p.id),
      ${changedBy}::int, ${new Date(now)}, ${reason}
    from rate_plan p where p.id = ${planId}`)
}

/** The newest versions of a plan; its lists are called what they were called then. */
export function findRatePlanVersions(db: Queryable, planId: number): Promise<RatePlanVersionView[]> {
  return db.rows<RatePlanVersionView>(sql`
    select v.version, v.name, v.entries, ${versionFacts}
    from rate_plan_version v left join app_user u on u.id = v.changed_by
    where v.rate_plan_id = ${planId} order by v.version desc limit ${mostVersions}`)
}

/** What the lists of a plan's versions are called now, as far as the actor may read them. */
export async function findListNames(
  db: Queryable,
  actor: Actor,
  planId: number,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.rows<{ id: number; name: string }>(sql`
    select p.id, p.name from price_list p
    where p.id in (select (e ->> 'priceListId')::int from rate_plan_version v, jsonb_array_elements(v.entries) e
      where v.rate_plan_id = ${planId})
      and (${readableList(actor)} or p.id in (select price_list_id from rate_plan_entry where rate_plan_id = ${planId}))`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
