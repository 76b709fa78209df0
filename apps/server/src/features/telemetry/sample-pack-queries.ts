import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'
import type { Of } from './energy-due-queries.ts'

/** A pack holds the samples of a quarter of a UTC day: small enough to be made and read without anybody waiting. */
export const packMs = 6 * 3_600_000

export const floorToPack = (ts: number) => Math.floor(ts / packMs) * packMs

export interface PackRow {
  start_at: number
  bytes: Uint8Array
}

/** The next `limit` packs with any instant in [from, to), the earliest or the latest first. */
export async function findPacks(
  db: Queryable,
  { locationId, controllerId }: Of,
  { from, to, limit, direction }: { from: number; to: number; limit: number; direction: 1 | -1 },
): Promise<PackRow[]> {
  return db.rows<PackRow>(
    sql`select start_at, bytes from sample_pack
        where location_id = ${locationId} and controller_id = ${controllerId}
          and start_at > ${instant(from - packMs)} and start_at < ${instant(to)}
        order by start_at ${rawSql(direction > 0 ? 'asc' : 'desc')} limit ${limit}`,
  )
}

/** No reading is beyond these, and dates of both databases are not either. */
const instant = (ms: number) => new Date(Math.max(0, Math.min(2e14, ms)))

/** From where to where controllers of a location have packs in [from, to); null if nowhere. */
export async function findPackedRange(
  db: Queryable,
  locationId: number,
  controllerIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<{ from: number; to: number } | null> {
  const row = await db.row<{ first: number | null; last: number }>(
    sql`select min(start_at) as first, max(start_at) as last from sample_pack
        where location_id = ${locationId} and controller_id = any(${controllerIds}::int[])
          and start_at > ${instant(from - packMs)} and start_at < ${instant(to)}`,
  )
  return row && row.first !== null ? { from: row.first, to: row.last + packMs } : null
}

/** Replaces the pack of this time. */
export async function savePack(
  db: Queryable,
  { locationId, controllerId }: Of,
  { startAt, samples, bytes }: { startAt: number; samples: number; bytes: Uint8Array },
): Promise<void> {
  await db.run(
    sql`insert into sample_pack (location_id, controller_id, start_at, samples, bytes)
        values (${locationId}, ${controllerId}, ${new Date(startAt)}, ${samples}, ${bytes})
        on conflict (location_id, controller_id, start_at) do update set
          samples = excluded.samples, bytes = excluded.bytes`,
  )
}

/** Controllers with samples older than `before` that are not packed, a few hundred locations at a time. */
export async function findUnpacked(
  db: Queryable,
  { before, after, limit }: { before: number; after: number; limit: number },
): Promise<{ locationIds: number[]; unpacked: (Of & { oldest: number })[] }> {
  const rows = await db.rows<{ location_id: number }>(
    sql`select location_id from telemetry_state where location_id > ${after}
        group by location_id order by location_id limit ${limit}`,
  )
  const locationIds = rows.map((row) => row.location_id)
  if (locationIds.length === 0) return { locationIds, unpacked: [] }
  const found = await db.rows<{ location_id: number; controller_id: number; oldest: number | null }>(
    sql`select w.location_id, w.controller_id,
          (select min(s.ts) from sample s
           where s.location_id = w.location_id and s.controller_id = w.controller_id and s.ts < ${new Date(before)}) as oldest
        from telemetry_state w where w.location_id = any(${locationIds}::int[])`,
  )
  const unpacked = found.flatMap(({ location_id, controller_id, oldest }) =>
    oldest === null ? [] : [{ locationId: location_id, controllerId: controller_id, oldest }],
  )
  return { locationIds, unpacked }
}
