import type { SpotZoneState } from '@ohmstead/contract/spot-market'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface SpotSpan {
  first_day: string | null
  last_day: string | null
}

export async function findSpan(db: Queryable, region: string): Promise<SpotSpan> {
  const row = await db.row<SpotSpan>(sql`
    select min(day) as first_day, max(day) as last_day from spot_day where region = ${region} and is_current`)
  return row!
}

export async function isZoneLate(db: Queryable, region: string): Promise<boolean> {
  const row = await db.row(
    sql`select 1 as found from spot_zone where region = ${region} and late_since is not null`,
  )
  return row !== undefined
}

/** Whether the history of a zone is being read. */
export async function isFilling(db: Queryable, region: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as found from spot_zone z join job j on j.id = z.job_id
    where z.region = ${region} and j.state in ('queued', 'running')`)
  return row !== undefined
}

export type ZoneStateRow = Omit<SpotZoneState, 'tomorrow' | 'sources'>

export function findZoneStates(db: Queryable, regions: readonly string[]): Promise<ZoneStateRow[]> {
  return db.rows<ZoneStateRow>(sql`
    select z.region, z.late_since, z.try_at as next_at, z.job_id, d.first_day, d.last_day,
      coalesce(d.last_day - d.first_day + 1 - d.complete, 0)::int as open_days
    from spot_zone z left join (
      select region, min(day) as first_day, max(day) as last_day, count(*) filter (where missing = 0)::int as complete
      from spot_day where is_current group by region) d on d.region = z.region
    where z.region = any(${regions}::text[]) order by z.late_since is null, z.region`)
}

export function findSourceStates(db: Queryable) {
  return db.rows<{ region: string } & SpotZoneState['sources'][number]>(sql`
    select region, source, answered_at, failed_at, error, failures from spot_source_state order by region, source`)
}
