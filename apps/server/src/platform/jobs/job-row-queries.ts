import type { Queryable } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import type { JobStart } from './job-start.ts'

interface JobState {
  done: number
  total: number | null
  detail: Record<string, unknown>
}

/** The new job's id and its company, if only through its location. */
export async function insertJob(
  db: Queryable,
  start: JobStart,
  now: number,
): Promise<{ id: number; companyId: number | null }> {
  const row = await db.row<{ id: number; companyId: number | null }>(sql`
    insert into job (kind, total, detail, company_id, location_id, created_by, created_at, updated_at)
    values (${start.kind}, ${start.total ?? null}, ${JSON.stringify(start.detail ?? {})}::jsonb, ${start.companyId ?? null},
      ${start.locationId ?? null}, ${start.createdBy ?? null}, ${new Date(now)}, ${new Date(now)})
    returning id, coalesce(company_id, (select company_id from location where location.id = location_id)) as "companyId"`)
  return row!
}

/** Stores a job's progress, which is also its heartbeat; returns whether it was asked to stop. */
export async function updateJob(
  db: Queryable,
  id: number,
  { done, total, detail }: JobState,
  now: number,
): Promise<boolean> {
  const row = await db.row<{ is_cancelled: boolean }>(sql`
    update job set done = ${done}, total = ${total}, detail = ${JSON.stringify(detail)}::jsonb, updated_at = ${new Date(now)}
    where id = ${id} and state = 'running' returning cancel_requested_at is not null as is_cancelled`)
  return row?.is_cancelled ?? true
}

export function finishJob(
  db: Queryable,
  id: number,
  { done, total, detail }: JobState,
  outcome: { state: string; error: string | null },
  now: number,
): Promise<number> {
  return db.run(sql`
    update job set done = ${done}, total = ${total}, detail = ${JSON.stringify(detail)}::jsonb, state = ${outcome.state},
      error = ${outcome.error}, updated_at = ${new Date(now)}, finished_at = ${new Date(now)}
    where id = ${id} and state = 'running'`)
}

/** Marks running jobs without a heartbeat since `olderThan` as failed. */
export function failAbandonedJobs(db: Queryable, olderThan: number, now: number): Promise<number> {
  const old = Number.isFinite(olderThan) ? sql`and updated_at < ${new Date(olderThan)}` : sql``
  return db.run(sql`
    update job set state = 'failed', error = 'process_died', finished_at = ${new Date(now)}
    where state in ('queued', 'running') ${old}`)
}
