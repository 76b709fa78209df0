import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** Whether a run `r` still goes on: a job that has ended, or whose process died, holds nothing. */
export const goesOn = (now: number): Sql => sql`(r.expires_at > ${new Date(now)} and (r.job_id is null
  or exists (select from job j where j.id = r.job_id and j.state in ('queued', 'running'))))`

/** One backup or restore of a controller at a time; throws `backup_running` while another goes on. */
export async function beginRun(
  tx: Queryable,
  run: {
    controllerId: number
    kind: 'backup' | 'restore'
    userId: number | null
    jobId: number | null
    now: number
    expiresAt: number
  },
): Promise<void> {
  const { controllerId, kind, userId, jobId, now, expiresAt } = run
  const begun = await tx.row(
    sql`insert into backup_run as r (controller_id, kind, user_id, job_id, started_at, expires_at)
        values (${controllerId}, ${kind}, ${userId}, ${jobId}, ${new Date(now)}, ${new Date(expiresAt)})
        on conflict (controller_id) do update set kind = excluded.kind, user_id = excluded.user_id,
          job_id = excluded.job_id, started_at = excluded.started_at, expires_at = excluded.expires_at
        where not ${goesOn(now)}
        returning r.controller_id`,
  )
  if (!begun) throw new AppError('backup_running')
}

/** Of a job, or if that is null by schedule. */
export async function endRun(db: Queryable, controllerId: number, jobId: number | null): Promise<void> {
  await db.run(
    sql`delete from backup_run where controller_id = ${controllerId} and job_id is not distinct from ${jobId}`,
  )
}
