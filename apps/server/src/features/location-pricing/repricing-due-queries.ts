import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import type { PricesChange } from './prices-change.ts'

interface WaitingChange {
  id: number
  change: PricesChange
  location_ids: number[]
}

/** A change whose locations are still to be priced again, from the `done`th on. */
export interface DueRepricing extends WaitingChange {
  key: string
  changed_by: number | null
  done: number
  failures: number
}

/** Of how locations are priced. */
const isOfPricing = (table: 'repricing_due' | 'd' | 'e'): Sql =>
  rawSql(`${table}.change ->> 'kind' in ('location', 'locationPlans')`)

/** Changes of the same thing. How a location is priced is changed by itself, or together with others. */
const isOfSame = (key: string, { kind }: PricesChange, locationId: number | undefined): Sql =>
  kind === 'location' || kind === 'locationPlans'
    ? sql`(key = ${key} or ${isOfPricing('repricing_due')} and ${locationId ?? null}::int = any(location_ids))`
    : sql`key = ${key}`

/** The last change of the same thing, if it is the same person's and nobody has begun with it; nobody does before `tx` ends. */
export function lockWaitingChange(
  tx: Queryable,
  key: string,
  change: PricesChange,
): Promise<WaitingChange | undefined> {
  const locationId = change.kind === 'location' ? change.locationId : undefined
  return tx.row<WaitingChange>(sql`
    select id, change, location_ids from repricing_due
    where id = (select max(id) from repricing_due where ${isOfSame(key, change, locationId)})
      and key = ${key} and changed_by = ${change.changedBy} and not is_begun
    for update`)
}

export function updateWaitingChange(tx: Queryable, { id, change, location_ids }: WaitingChange) {
  return tx.run(sql`
    update repricing_due set change = ${JSON.stringify(change)}::jsonb, location_ids = ${location_ids}::int[]
    where id = ${id}`)
}

export function insertRepricingDue(
  tx: Queryable,
  key: string,
  change: PricesChange,
  locationIds: readonly number[],
) {
  return tx.run(sql`
    insert into repricing_due (key, change, changed_by, location_ids, leased_until)
    values (${key}, ${JSON.stringify(change)}::jsonb, (select id from app_user where id = ${change.changedBy}),
      ${locationIds}::int[], ${new Date(change.at)})`)
}

export interface TakenRepricing {
  id: number
  key: string
  total: number
  changed_by: number | null
  /** If it is about one location only. */
  location_id: number | null
  /** Of a change of how locations are priced: these. */
  repriced_ids: number[] | null
}

/**
 * Leases what no living process is at, oldest first; nothing while another one is at an earlier change of the same
 * thing. `own` are those of this process.
 */
export async function takeDueRepricings(
  db: Queryable,
  own: readonly number[],
  { now, leasedUntil }: { now: number; leasedUntil: number },
): Promise<TakenRepricing[]> {
  const taken = await db.rows<TakenRepricing>(sql`
    update repricing_due set leased_until = ${new Date(leasedUntil)}
    where id in (
      select d.id from repricing_due d where d.leased_until <= ${new Date(now)} and d.id <> all(${own}::int[])
        and not exists (select from repricing_due e where e.id < d.id
          and (e.key = d.key or ${isOfPricing('e')} and ${isOfPricing('d')} and e.location_ids && d.location_ids)
          and e.leased_until > ${new Date(now)} and e.id <> all(${own}::int[]))
      for update skip locked)
    returning id, key, cardinality(location_ids) as total, changed_by,
      (select l.id from location l where l.id = location_ids[1] and cardinality(location_ids) = 1) as location_id,
      case when ${isOfPricing('repricing_due')} then location_ids end as repriced_ids`)
  return taken.sort((one, other) => one.id - other.id)
}

export async function extendLeases(
  db: Queryable,
  own: readonly number[],
  leasedUntil: number,
): Promise<void> {
  await db.run(sql`
    update repricing_due set leased_until = ${new Date(leasedUntil)} where id = any(${own}::int[])`)
}

/** The processes of before are dead. */
export async function endRepricingLeases(db: Queryable, now: number): Promise<void> {
  await db.run(sql`update repricing_due set leased_until = ${new Date(now)}`)
}

/** From now on further changes of the same thing are separate ones. Undefined if another process has done it. */
export function beginRepricing(db: Queryable, id: number): Promise<DueRepricing | undefined> {
  return db.row<DueRepricing>(sql`
    update repricing_due set is_begun = true where id = ${id}
    returning id, key, change, changed_by, location_ids, done, failures`)
}

/** What later changes of the same thing found that are waiting, too; the next one first. */
export async function findLaterChanges(
  db: Queryable,
  { id, key, change }: DueRepricing,
  locationId: number,
): Promise<PricesChange[]> {
  const rows = await db.rows<{ change: PricesChange }>(sql`
    select change from repricing_due where id > ${id} and ${isOfSame(key, change, locationId)} order by id`)
  return rows.map((row) => row.change)
}

/** The location at `place` is done; false if it was before, since another process is at it. */
export async function moveRepricing(tx: Queryable, id: number, place: number): Promise<boolean> {
  const count = await tx.run(sql`
    update repricing_due set done = done + 1 where id = ${id} and done = ${place}`)
  return count > 0
}

export async function postponeRepricing(
  db: Queryable,
  id: number,
  { until, failures }: { until: number; failures: number },
): Promise<void> {
  await db.run(sql`
    update repricing_due set leased_until = ${new Date(until)}, failures = ${failures} where id = ${id}`)
}

export async function deleteRepricingDue(db: Queryable, id: number): Promise<void> {
  await db.run(sql`delete from repricing_due where id = ${id}`)
}

export async function isRepricingCancelled(db: Queryable, jobId: number): Promise<boolean> {
  const row = await db.row(
    sql`select 1 as found from job where id = ${jobId} and cancel_requested_at is not null`,
  )
  return row !== undefined
}
