import type { RefusalReason } from '@ohmstead/contract/controller-messages'
import type { OperationView } from '@ohmstead/contract/operation'
import type { SoftwareUse } from '@ohmstead/domain/fleet/software-version'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { silentAfterSeconds } from './register-process.ts'

export function findProcesses(db: Queryable): Promise<OperationView['processes']> {
  return db.rows(sql`
    select name, version, started_at, seen_at, memory_bytes, cpu_share, link,
      seen_at < now() - make_interval(secs => ${silentAfterSeconds}::int) as is_silent
    from server_process order by name, started_at`)
}

/** Open jobs, and those that failed since then, by kind. */
export function countJobKinds(db: Queryable, since: number): Promise<OperationView['jobs']['kinds']> {
  return db.rows(sql`
    select kind, count(*) filter (where state = 'queued') as waiting, count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'failed') as failed
    from (select kind, state from job where state in ('queued', 'running')
      union all select kind, state from job where state = 'failed' and finished_at >= ${new Date(since)}) as jobs
    group by kind order by kind`)
}

export function findLastFailedJobs(
  db: Queryable,
  since: number,
  limit: number,
): Promise<OperationView['jobs']['last_failed']> {
  return db.rows(sql`
    select j.id, j.kind, j.error, j.finished_at,
      case when l.id is not null then json_build_object('id', l.id, 'name', l.name, 'company_id', l.company_id) end as location
    from job j left join location l on l.id = j.location_id
    where j.state = 'failed' and j.finished_at >= ${new Date(since)} order by j.finished_at desc limit ${limit}`)
}

export async function countFailedMails(db: Queryable, since: number): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from mail where state = 'failed' and created_at >= ${new Date(since)}`)
  return row!.count
}

/** Imports from the metering portal: all that wait or run, and those of them that were refused or unanswered before. */
export async function countImports(db: Queryable): Promise<{ waiting: number; failing: number }> {
  const row = await db.row<{ waiting: number; failing: number }>(sql`
    select count(*) as waiting, count(*) filter (where attempts > 0) as failing from portal_import`)
  return row!
}

/** Of how many controllers something was refused since then, and by reason, the most frequent one first. */
export async function countRefused(
  db: Queryable,
  since: number,
): Promise<Pick<OperationView['controllers'], 'refused' | 'refusals'>> {
  // Without a reason: of all of them, each controller once.
  const rows = await db.rows<{ reason: RefusalReason | null; controllers: number }>(sql`
    select reason, count(distinct controller_id) as controllers from link_refusal where ${isRefusedSince(since)}
    group by rollup (reason) order by 2 desc, 1`)
  return {
    refused: rows.find(({ reason }) => reason === null)?.controllers ?? 0,
    refusals: rows.flatMap(({ reason, controllers }) => (reason === null ? [] : [{ reason, controllers }])),
  }
}

/** Of controllers that are still let in. */
export const isRefusedSince = (since: number) => sql`last_at >= ${new Date(since)}
  and exists (select from controller where id = controller_id and revoked_at is null)`

/** Of controllers that are in use, those that say which software they run. */
export function findSoftwareUses(db: Queryable): Promise<SoftwareUse[]> {
  return db.rows(sql`
    select kind, info->>'softwareVersion' as version, count(*) as count from controller
    where revoked_at is null and location_id is not null and info->>'softwareVersion' is not null
    group by 1, 2 order by 1, 2`)
}
