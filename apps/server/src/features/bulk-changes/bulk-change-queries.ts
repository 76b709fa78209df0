import type { BulkChangeView, BulkWish } from '@ohmstead/contract/bulk-changes'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { personOf } from '../updates/image-queries.ts'

/** So many of a person and group may be open; one runs, the others wait. */
const mostOpen = 10
/** And so many of a person in all groups: those of different groups run at the same time. */
const mostOpenOfPerson = 50
const mostListed = 20

const view = sql`
  select c.id, c.wish ->> 'action' as action, c.wish,
    (select json_build_object('id', t.id, 'name', t.name) from location_group t
      where t.id = (c.wish ->> 'locationGroupId')::int) as target,
    (select json_build_object('id', r.id, 'name', r.name) from roll_out r where r.id = c.roll_out_id) as roll_out,
    case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as "group",
    c.undoes, c.state, n.counts,
    case when c.undoes is null and c.wish ->> 'action' <> 'update' then n.undoable else 0 end as undoable,
    c.created_at, ${personOf(sql`u`)} as by, c.ended_at, ${personOf(sql`w`)} as cancelled_by
  from bulk_change c left join location_group g on g.id = c.location_group_id
    left join app_user u on u.id = c.created_by left join app_user w on w.id = c.cancelled_by
    cross join lateral (
      select json_build_object('waiting', count(*) filter (where i.outcome = 'waiting'),
          'sent', count(*) filter (where i.outcome = 'sent'), 'done', count(*) filter (where i.outcome = 'done'),
          'skipped', count(*) filter (where i.outcome = 'skipped'),
          'failed', count(*) filter (where i.outcome = 'failed')) as counts,
        (count(*) filter (where i.outcome = 'done' and not i.undone))::int as undoable
      from bulk_item i where i.change_id = c.id
    ) n`

export function findBulkChanges(db: Queryable, companyId: number): Promise<BulkChangeView[]> {
  return db.rows<BulkChangeView>(
    sql`${view} where c.company_id = ${companyId} order by c.id desc limit ${mostListed}`,
  )
}

export function findBulkChange(
  db: Queryable,
  companyId: number,
  id: number,
): Promise<BulkChangeView | undefined> {
  return db.row<BulkChangeView>(sql`${view} where c.company_id = ${companyId} and c.id = ${id}`)
}

interface NewChange {
  companyId: number
  locationGroupId: number
  wish: BulkWish
  undoes: number | null
  userId: number
  impersonatorId: number | null
  now: number
}

/** Null if the person has too many open. For a transaction: of two at once, the second waits. */
export async function insertBulkChange(tx: Queryable, change: NewChange): Promise<number | null> {
  const { companyId, locationGroupId, wish, undoes, userId, impersonatorId } = change
  const at = new Date(change.now)
  await tx.rows(sql`select id from app_user where id = ${userId} for no key update`)
  const row = await tx.row<{ id: number }>(
    sql`insert into bulk_change (company_id, location_group_id, wish, undoes, created_by, impersonator_id, created_at, leased_until)
        select ${companyId}::int, ${locationGroupId}::int, ${JSON.stringify(wish)}::jsonb, ${undoes}::int, ${userId}::int,
          ${impersonatorId}::int, ${at}::timestamptz, ${at}::timestamptz
        from (select count(*) as count, count(*) filter (where location_group_id = ${locationGroupId}) as here
          from bulk_change where created_by = ${userId} and state in ('waiting', 'running')) as so_far
        where so_far.here < ${mostOpen} and so_far.count < ${mostOpenOfPerson}
        returning id`,
  )
  return row?.id ?? null
}

/** A change that has ended, held until the end of the transaction. */
export function lockEndedChange(tx: Queryable, companyId: number, id: number) {
  return tx.row<{ wish: BulkWish; state: string; undoes: number | null }>(
    sql`select wish, state, undoes from bulk_change where id = ${id} and company_id = ${companyId} for update`,
  )
}

/** Leaves as they are those whose turn has not come; what was sent is still waited for. Whether it did anything. */
export async function cancelBulkChange(
  tx: Queryable,
  id: number,
  { userId, now }: { userId: number | null; now: number },
): Promise<boolean> {
  const at = new Date(now)
  const count = await tx.run(
    sql`update bulk_change set cancelled_at = ${at}, cancelled_by = ${userId}
        where id = ${id} and state in ('waiting', 'running') and cancelled_at is null`,
  )
  await tx.run(
    sql`update bulk_item set outcome = 'skipped', reason = 'cancelled', at = ${at}
        where change_id = ${id} and outcome = 'waiting' and ${isCancelled(id)}`,
  )
  await tx.run(
    sql`update bulk_change set state = 'cancelled', ended_at = ${at}
        where id = ${id} and state in ('waiting', 'running') and cancelled_at is not null
          and not exists (select from bulk_item where change_id = ${id} and outcome in ('waiting', 'sent'))`,
  )
  return count > 0
}

const isCancelled = (id: number): Sql =>
  sql`exists (select from bulk_change where id = ${id} and cancelled_at is not null)`
