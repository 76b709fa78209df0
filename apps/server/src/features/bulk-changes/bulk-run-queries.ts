import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface TakenChange {
  id: number
  company_id: number
  location_group_id: number | null
  wish: BulkWish
  undoes: number | null
  created_by: number | null
  impersonator_id: number | null
  failures: number
  total: number
  /** Whether its job was asked to stop, perhaps before its process died. */
  is_stopped: boolean
}

/**
 * Leases what no living process is at, oldest first; nothing while another one is at an earlier change of the same person
 * and group. `own` are those of this process.
 */
export async function takeBulkChanges(
  db: Queryable,
  own: readonly number[],
  { now, leasedUntil }: { now: number; leasedUntil: number },
): Promise<TakenChange[]> {
  const taken = await db.rows<TakenChange>(sql`
    update bulk_change c set leased_until = ${new Date(leasedUntil)}
    where c.id in (
      select d.id from bulk_change d
      where d.state in ('waiting', 'running') and d.leased_until <= ${new Date(now)} and d.id <> all(${own}::int[])
        and not exists (select from bulk_change e where e.id < d.id and e.state in ('waiting', 'running')
          and e.created_by = d.created_by and e.location_group_id = d.location_group_id
          and e.leased_until > ${new Date(now)} and e.id <> all(${own}::int[]))
      for update skip locked)
    returning c.id, c.company_id, c.location_group_id, c.wish, c.undoes, c.created_by, c.impersonator_id, c.failures,
      (select count(*)::int from bulk_item where change_id = c.id) as total,
      exists (select from job where id = c.job_id and cancel_requested_at is not null) as is_stopped`)
  return taken.sort((one, other) => one.id - other.id)
}

export async function extendBulkLeases(
  db: Queryable,
  own: readonly number[],
  leasedUntil: number,
): Promise<void> {
  await db.run(
    sql`update bulk_change set leased_until = ${new Date(leasedUntil)} where id = any(${own}::int[])`,
  )
}

/** The processes of before are dead. */
export async function endBulkLeases(db: Queryable, now: number): Promise<void> {
  await db.run(
    sql`update bulk_change set leased_until = ${new Date(now)} where state in ('waiting', 'running')`,
  )
}

/** False if it has ended meanwhile. */
export async function beginBulkChange(db: Queryable, id: number, jobId: number): Promise<boolean> {
  const count = await db.run(
    sql`update bulk_change set state = 'running', job_id = ${jobId}
        where id = ${id} and state in ('waiting', 'running')`,
  )
  return count > 0
}

export async function endBulkChange(db: Queryable, id: number, now: number): Promise<void> {
  await db.run(
    sql`update bulk_change set ended_at = ${new Date(now)},
          state = case when cancelled_at is null then 'done' else 'cancelled' end
        where id = ${id} and state in ('waiting', 'running')`,
  )
}

export async function postponeBulkChange(
  db: Queryable,
  id: number,
  { until, failures }: { until: number; failures: number },
): Promise<void> {
  await db.run(
    sql`update bulk_change set leased_until = ${new Date(until)}, failures = ${failures} where id = ${id}`,
  )
}

export async function isJobStopped(db: Queryable, jobId: number): Promise<boolean> {
  const row = await db.row(sql`select 1 from job where id = ${jobId} and cancel_requested_at is not null`)
  return row !== undefined
}
