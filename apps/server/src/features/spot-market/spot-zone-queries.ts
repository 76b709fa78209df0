import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { SpotFailureCode, SpotSourceKey } from './sources/spot-source.ts'

export interface SpotZone {
  region: string
  try_at: number
  failures: number
  reread_at: number | null
  history_from: string | null
  history_try_at: number | null
  job_id: number | null
  late_since: number | null
  /** Its history is being read. */
  is_filling: boolean
}

const dayMs = 86_400_000
/** How long a zone that somebody looked at is kept up to date. */
const interestMs = 30 * dayMs

/** Regions that a price of price lists follows: from each the index leads to the next, however many lists there are. */
const followedBy = (price: Sql) => {
  const next = (after: Sql) => sql`
    select ${price} ->> 'region' as region from price_list
    where ${price} ->> 'kind' = 'spot_market' ${after} order by ${price} ->> 'region' limit 1`
  return sql`
    with recursive followed (region) as (
      (${next(sql``)})
      union all
      select (${next(sql`and ${price} ->> 'region' > f.region`)}) from followed f where f.region is not null)
    select region from followed`
}

/** Zones of locations: from each the index leads to the next, however many locations there are. */
const zonesOfLocations = sql`
  with recursive zone (region) as (
    (select bidding_zone as region from location where bidding_zone is not null order by bidding_zone limit 1)
    union all
    select (select bidding_zone from location where bidding_zone > z.region order by bidding_zone limit 1)
    from zone z where z.region is not null)
  select region from zone`

/** Codes of the zones of locations and price lists, and of those that people looked at lately. */
export async function findZonesInUse(db: Queryable, now: number): Promise<string[]> {
  const rows = await db.rows<{ region: string }>(sql`
    select distinct region from (
      (${zonesOfLocations})
      union all
      (${followedBy(sql`terms -> 'buy'`)})
      union all
      (${followedBy(sql`terms -> 'sell'`)})
      union all
      select region from spot_zone where asked_at > ${new Date(now - interestMs)}) as used
    where region is not null order by region`)
  return rows.map(({ region }) => region)
}

export function insertZones(db: Queryable, regions: readonly string[], now: number): Promise<number> {
  return db.run(sql`
    insert into spot_zone (region, try_at) select region, ${new Date(now)}::timestamptz
    from unnest(${regions}::text[]) as region on conflict (region) do nothing`)
}

/** Somebody looks at a zone; whether that is news. Once a day is often enough to know. */
export async function noteInterest(db: Queryable, region: string, now: number): Promise<boolean> {
  const count = await db.run(sql`
    insert into spot_zone as z (region, asked_at, try_at) values (${region}, ${new Date(now)}, ${new Date(now)})
    on conflict (region) do update set asked_at = excluded.asked_at
    where z.asked_at is null or z.asked_at < ${new Date(now - dayMs)}`)
  return count > 0
}

/** Leases a zone that is due; no other process gets it during the lease. */
export function claimZone(
  db: Queryable,
  { regions, now, leasedUntil }: { regions: readonly string[]; now: number; leasedUntil: number },
): Promise<SpotZone | undefined> {
  return db.row<SpotZone>(sql`
    update spot_zone z set leased_until = ${new Date(leasedUntil)}
    where z.region = (
      select region from spot_zone where try_at <= ${new Date(now)} and region = any(${regions}::text[])
        and (leased_until is null or leased_until <= ${new Date(now)})
      order by try_at, region limit 1 for update skip locked)
    returning z.region, z.try_at, z.failures, z.reread_at, z.history_from, z.history_try_at, z.job_id, z.late_since,
      exists (select from job where id = z.job_id and state in ('queued', 'running')) as is_filling`)
}

/** Gives the lease back, with what the look found. */
export function releaseZone(
  db: Queryable,
  region: string,
  found: { tryAt: number; failures: number; rereadAt: number | null; lateSince: number | null },
): Promise<number> {
  return db.run(sql`
    update spot_zone set leased_until = null, try_at = ${new Date(found.tryAt)}, failures = ${found.failures},
      reread_at = coalesce(${found.rereadAt === null ? null : new Date(found.rereadAt)}::timestamptz, reread_at),
      late_since = ${found.lateSince === null ? null : new Date(found.lateSince)}
    where region = ${region}`)
}

/** The embedded database has one process: at its start nobody else reads. */
export function endSpotLeases(db: Queryable): Promise<number> {
  return db.run(sql`update spot_zone set leased_until = null where leased_until is not null`)
}

export function setZoneJob(tx: Queryable, region: string, jobId: number, now: number): Promise<number> {
  return tx.run(sql`
    insert into spot_zone (region, try_at, job_id) values (${region}, ${new Date(now)}, ${jobId})
    on conflict (region) do update set job_id = excluded.job_id`)
}

export function setHistory(
  db: Queryable,
  region: string,
  history: { from: string } | { tryAt: number },
): Promise<number> {
  if ('from' in history)
    return db.run(sql`
      update spot_zone set history_from = ${history.from} where region = ${region}`)
  return db.run(
    sql`update spot_zone set history_try_at = ${new Date(history.tryAt)} where region = ${region}`,
  )
}

export function noteAnswer(
  db: Queryable,
  region: string,
  source: SpotSourceKey,
  now: number,
): Promise<number> {
  return db.run(sql`
    insert into spot_source_state (region, source, answered_at) values (${region}, ${source}, ${new Date(now)})
    on conflict (region, source) do update set answered_at = excluded.answered_at, error = null, failures = 0`)
}

export function noteSourceFailure(
  db: Queryable,
  region: string,
  source: SpotSourceKey,
  code: SpotFailureCode,
  now: number,
): Promise<number> {
  return db.run(sql`
    insert into spot_source_state as s (region, source, failed_at, error, failures)
    values (${region}, ${source}, ${new Date(now)}, ${code}, 1)
    on conflict (region, source) do update set failed_at = excluded.failed_at, error = excluded.error,
      failures = s.failures + 1`)
}

export async function countLateZones(db: Queryable, regions: readonly string[]): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from spot_zone where late_since is not null and region = any(${regions}::text[])`)
  return row!.count
}
