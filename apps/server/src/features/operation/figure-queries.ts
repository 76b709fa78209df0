import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { partitionedTables } from '../telemetry/partition-queries.ts'

/** A controller that has been silent for longer is given up: people are told by an alarm, operators no more. */
export const lateDays = 7

export interface ControllerCounts {
  connected: number
  /** Linked, seen before, not connected, and silent for a week at most. */
  late: number
  /** The same, silent for longer. */
  lost: number
  /** Never seen. */
  new: number
  /** Those of all whose clock is wrong. */
  wrongClock: number
}

export async function countControllers(db: Queryable, now: number): Promise<ControllerCounts> {
  const since = new Date(now - lateDays * 86_400_000)
  const row = await db.row<ControllerCounts>(sql`
    select count(*) filter (where online) as connected,
      count(*) filter (where not online and location_id is not null and last_seen_at >= ${since}) as late,
      count(*) filter (where not online and location_id is not null and last_seen_at < ${since}) as lost,
      count(*) filter (where last_seen_at is null) as new,
      count(*) filter (where clock_wrong) as "wrongClock"
    from controller where revoked_at is null`)
  return row!
}

/** Mails that wait, and when the oldest was written; by the partial index of due mails. */
export async function findMailQueue(db: Queryable): Promise<{ waiting: number; oldestAt: number | null }> {
  const row = await db.row<{ waiting: number; oldestAt: number | null }>(sql`
    select count(*) as waiting, min(created_at) as "oldestAt" from mail where state = 'queued'`)
  return row!
}

/** Jobs of all processes that are not finished. */
export async function countOpenJobs(db: Queryable): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from job where state in ('queued', 'running')`)
  return row!.count
}

export async function countSessions(db: Queryable, now: number): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from session where expires_at > ${new Date(now)}`)
  return row!.count
}

/** In bytes. With Citus that of the coordinator alone. */
export async function findDatabaseSize(db: Queryable): Promise<number> {
  const row = await db.row<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`)
  return row!.bytes
}

export interface PartitionEnd {
  table: string
  count: number
  /** The first instant that no partition takes, in epoch milliseconds. */
  endsAt: number
}

/** How far ahead each partitioned table can take readings, by the names of its months. */
export async function findPartitionEnds(db: Queryable): Promise<PartitionEnd[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('sample'::regclass, 'sample_pack'::regclass, 'energy_hour'::regclass)`)
  return partitionedTables.flatMap((table) => {
    const months = rows.flatMap(({ name }) => {
      const [, year, month] = new RegExp(`^${table}_(\\d{4})_(\\d{2})$`).exec(name) ?? []
      return year && month ? [Date.UTC(Number(year), Number(month))] : []
    })
    return months.length > 0 ? [{ table, count: months.length, endsAt: Math.max(...months) }] : []
  })
}
