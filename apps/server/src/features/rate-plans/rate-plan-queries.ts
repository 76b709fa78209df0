import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'
import { type Owned, type PriceOwner, readableList, readablePlan } from '../price-lists/price-owner.ts'

export interface RatePlanRow extends Owned {
  id: number
  version: number
  name: string
  entries: RatePlanView['entries']
  locations: { id: number; name: string }[]
  location_count: number
  updated_at: number
}

/** Plans `p` that satisfy a condition, with their entries and the locations that the actor sees. */
export function findRatePlans(db: Queryable, actor: Actor, condition: Sql): Promise<RatePlanRow[]> {
  return db.rows<RatePlanRow>(sql`
    select p.id, p.version, p.company_id, p.user_id, p.name, p.updated_at,
      (select coalesce(json_agg(json_build_object('priceListId', e.price_list_id, 'priceListName', list.name,
          'validFrom', e.valid_from, 'validTo', e.valid_to) order by e.valid_from), '[]')
        from rate_plan_entry e join price_list list on list.id = e.price_list_id
        where e.rate_plan_id = p.id) as entries,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by lower(l.name), l.id), '[]')
        from location_pricing lp join location l on l.id = lp.location_id
        where lp.rate_plan_id = p.id and ${visibleLocation(actor)}) as locations,
      (select count(*)::int from location_pricing lp where lp.rate_plan_id = p.id) as location_count
    from rate_plan p where ${condition} order by lower(p.name), p.id`)
}

/** One that the actor may read. */
export async function findRatePlan(
  db: Queryable,
  actor: Actor,
  planId: number,
): Promise<RatePlanRow | undefined> {
  const [row] = await findRatePlans(db, actor, sql`p.id = ${planId} and ${readablePlan(actor)}`)
  return row
}

export async function insertRatePlan(
  tx: Queryable,
  { companyId, userId }: PriceOwner,
  name: string,
  now: number,
): Promise<number> {
  const at = new Date(now)
  const { id } = (await tx.row<{ id: number }>(sql`
    insert into rate_plan (company_id, user_id, name, created_at, updated_at)
    values (${companyId}, ${userId}, ${name}, ${at}, ${at}) returning id`))!
  return id
}

/** Counts the version up; false if `version` is no longer the newest. */
export async function updateRatePlan(
  tx: Queryable,
  planId: number,
  version: number,
  name: string,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update rate_plan set name = ${name}, version = version + 1, updated_at = ${new Date(now)}
    where id = ${planId} and version = ${version}`)
  return changed === 1
}

/** Makes exactly these the entries of a plan. */
export async function setRatePlanEntries(
  tx: Queryable,
  planId: number,
  entries: readonly RatePlanEntry[],
): Promise<void> {
  await tx.run(sql`delete from rate_plan_entry where rate_plan_id = ${planId}`)
  await tx.run(sql`
    insert into rate_plan_entry (rate_plan_id, price_list_id, valid_from, valid_to)
    select ${planId}, e."priceListId", e."validFrom", e."validTo"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e ("priceListId" int, "validFrom" date, "validTo" date)`)
}

/** Whoever is about to give it to a location waits. */
export async function lockRatePlan(tx: Queryable, planId: number): Promise<void> {
  await tx.row(sql`select id from rate_plan where id = ${planId} for update`)
}

export function deleteRatePlan(tx: Queryable, planId: number): Promise<number> {
  return tx.run(sql`delete from rate_plan where id = ${planId}`)
}

/** Of these lists, those that a plan of this owner may take: a company its own, a person whatever they may use. */
export async function findTakeableLists(
  db: Queryable,
  { companyId }: PriceOwner,
  ids: readonly number[],
  usableByActor: Sql,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select p.id from price_list p where p.id = any(${ids}::int[])
      and ${companyId === null ? usableByActor : sql`p.company_id = ${companyId}`}`)
  return rows.map(({ id }) => id)
}

/** Of these lists, those that the actor may read. */
export async function findReadableLists(
  db: Queryable,
  actor: Actor,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select p.id from price_list p where p.id = any(${ids}::int[]) and ${readableList(actor)}`)
  return rows.map(({ id }) => id)
}
