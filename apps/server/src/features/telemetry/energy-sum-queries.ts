import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'
import type { Unit } from './energy-sum-format.ts'

export interface SumToStore {
  bundleId: number
  start: number
  end: number
  until: number
  fingerprint: string
  columns: Record<Unit, Uint8Array>
}

export async function saveSum(db: Queryable, sum: SumToStore): Promise<void> {
  const { bundleId, start, end, until, fingerprint, columns } = sum
  await db.run(
    sql`insert into energy_sum (bundle_id, day_start, day_end, until, fingerprint, slots, quarters, hours, day)
        values (${bundleId}, ${new Date(start)}, ${new Date(end)}, ${new Date(until)}, ${fingerprint},
          ${columns.slots}::bytea, ${columns.quarters}::bytea, ${columns.hours}::bytea, ${columns.day}::bytea)
        on conflict (bundle_id, day_start) do update set day_end = excluded.day_end, until = excluded.until,
          fingerprint = excluded.fingerprint, slots = excluded.slots, quarters = excluded.quarters,
          hours = excluded.hours, day = excluded.day`,
  )
}

/** The unfinished or last day of a bundle that begins at an instant. */
export async function findSum(
  db: Queryable,
  { bundleId, start, fingerprint }: { bundleId: number; start: number; fingerprint: string },
): Promise<{ until: number; slots: Uint8Array } | undefined> {
  return db.row(
    sql`select until, slots from energy_sum
        where bundle_id = ${bundleId} and day_start = ${new Date(start)} and fingerprint = ${fingerprint}`,
  )
}

/** The midnights of the whole days of a bundle that are summed up, from an instant on; others are of no use to it. */
export async function findSummedDays(
  db: Queryable,
  { bundleId, fingerprint, from }: { bundleId: number; fingerprint: string; from: number },
): Promise<Set<number>> {
  const rows = await db.rows<{ at: number }>(
    sql`select (date_part('epoch', day_start) * 1000)::bigint as at from energy_sum
        where bundle_id = ${bundleId} and day_start >= ${new Date(from)} and fingerprint = ${fingerprint}
          and until >= day_end`,
  )
  return new Set(rows.map(({ at }) => at))
}

/** Forgets the days of bundles that end after an instant. */
export async function dropSums(db: Queryable, bundleIds: readonly number[], after: number): Promise<void> {
  await db.run(
    sql`delete from energy_sum where bundle_id = any(${bundleIds}::int[]) and day_end > ${new Date(after)}`,
  )
}

export interface SumsOfBundle {
  bundle_id: number
  /** Begin, end and until of each day, as `begin,end,until;`. */
  days: string
  sums: Uint8Array
}

/**
 * The days of bundles that overlap [from, to), one row per bundle, since thousands of rows take longer to read than to
 * find. A day that has not ended is in hours where whole days are asked for.
 */
export async function findSums(
  db: Queryable,
  bundles: readonly { id: number; fingerprint: string }[],
  { from, to, unit }: { from: number; to: number; unit: Unit },
): Promise<SumsOfBundle[]> {
  const column = rawSql(unit === 'day' ? 'case when until < day_end then hours else day end' : unit)
  return db.rows<SumsOfBundle>(
    sql`select bundle_id, string_agg(days, ';' order by day_start) as days, string_agg(sums, ''::bytea order by day_start) as sums
        from (
          select bundle_id, day_start, ${column} as sums,
            concat(date_part('epoch', day_start)::bigint, ',', date_part('epoch', day_end)::bigint, ',', date_part('epoch', until)::bigint) as days
          from energy_sum
            join unnest(${bundles.map(({ id }) => id)}::int[], ${bundles.map(({ fingerprint }) => fingerprint)}::text[])
              as wanted (id, wanted_fingerprint) on id = bundle_id and wanted_fingerprint = fingerprint
          where day_start < ${new Date(to)} and day_end > ${new Date(from)}
        ) as found
        group by bundle_id`,
  )
}
