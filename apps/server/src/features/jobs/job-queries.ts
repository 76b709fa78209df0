import type { JobView } from '@ohmstead/contract/jobs'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'

export interface JobRow extends Omit<JobView, 'can_cancel'> {
  created_by: number | null
}

const columns = sql`j.id, j.kind, j.state, j.done, j.total, j.detail, j.error, coalesce(j.company_id, l.company_id) as company_id,
  j.location_id, j.created_by, j.created_at, j.updated_at, j.finished_at`

/**
 * Running jobs and those ended after `since` that the actor may see, newest first: the same rule as `maySeeJob`. A
 * location's job also belongs to the location's company.
 */
export function findJobs(db: Queryable, actor: Actor, since: number): Promise<JobRow[]> {
  const companyIds = activeRole(actor) === 'ROLE_AGGREGATOR' ? actor.companyIds : []
  return db.rows<JobRow>(sql`
    select ${columns} from job j left join location l on l.id = j.location_id
    where (j.state in ('queued', 'running') or j.finished_at > ${new Date(since)})
      and (j.created_by = ${actor.userId} or j.company_id = any(${companyIds}::int[])
        or ${activeRole(actor) === 'ROLE_SUPER_ADMIN'} or (l.id is not null and ${visibleLocation(actor)}))
    order by j.created_at desc, j.id desc limit 500`)
}

export function findJob(db: Queryable, jobId: number): Promise<JobRow | undefined> {
  return db.row<JobRow>(
    sql`select ${columns} from job j left join location l on l.id = j.location_id where j.id = ${jobId}`,
  )
}

/** Asks a job to stop; returns whether it was still running. A waiting one is cancelled at once. */
export async function requestCancel(db: Queryable, jobId: number, now: number): Promise<boolean> {
  const instant = new Date(now)
  const count = await db.run(sql`
    update job set cancel_requested_at = coalesce(cancel_requested_at, ${instant}),
      state = case when state = 'queued' then 'cancelled' else state end,
      finished_at = case when state = 'queued' then ${instant}::timestamptz end
    where id = ${jobId} and state in ('queued', 'running')`)
  return count > 0
}
