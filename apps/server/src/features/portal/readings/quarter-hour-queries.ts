import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { countOf, type DayReadings, isComplete } from '../import/day-readings.ts'
import { packEnergies, unpackEnergies } from '../import/pack-energies.ts'

export interface StoredDay extends DayReadings {
  version: number
  is_complete: boolean
  fetched_at: number
}

/** The current versions of the days from `fromDay` to `toDay`, both included, in order. */
export async function findDays(
  db: Queryable,
  deviceId: number,
  fromDay: string,
  toDay: string,
): Promise<StoredDay[]> {
  const rows = await db.rows<{
    day: string
    version: number
    import_energy: Uint8Array
    export_energy: Uint8Array | null
    quality: string
    is_complete: boolean
    fetched_at: number
  }>(sql`
    select day, version, import_energy, export_energy, quality, is_complete, fetched_at from quarter_hour_day
    where device_id = ${deviceId} and is_current and day between ${fromDay} and ${toDay} order by day`)
  return rows.map(({ import_energy, export_energy, ...row }) => ({
    ...row,
    imports: unpackEnergies(import_energy, row.quality.length),
    exports: export_energy && unpackEnergies(export_energy, row.quality.length),
  }))
}

/** How often each day was corrected, when last, and whether it is complete. */
export function findDayStates(
  db: Queryable,
  deviceId: number,
  fromDay: string,
  toDay: string,
): Promise<{ day: string; version: number; fetched_at: number; complete: boolean }[]> {
  return db.rows(sql`
    select day, version, fetched_at, is_complete as complete from quarter_hour_day
    where device_id = ${deviceId} and is_current and day between ${fromDay} and ${toDay} order by day`)
}

export interface PackedDays {
  days: string[]
  /** Quarter-hours of each day, and their size in bytes in `imports` and `exports`. */
  lengths: number[]
  importBytes: number[]
  exportBytes: number[]
  imports: Buffer
  exports: Buffer
  quality: string
}

/** The same of each device in one row: hundreds of rows with bytes take ten times as long to transfer. */
export async function findPackedDays(
  db: Queryable,
  deviceIds: readonly number[],
  fromDay: string,
  toDay: string,
): Promise<Map<number, PackedDays>> {
  const rows = await db.rows<{
    device_id: number
    days: string[] | null
    lengths: number[] | null
    import_bytes: number[] | null
    export_bytes: number[] | null
    imports: string | null
    exports: string | null
    quality: string | null
  }>(sql`
    select asked.device_id, packed.* from unnest(${deviceIds}::int[]) as asked (device_id) cross join lateral (
      select array_agg(day::text) as days, array_agg(length(quality)) as lengths,
        array_agg(length(import_energy)) as import_bytes, array_agg(coalesce(length(export_energy), 0)) as export_bytes,
        encode(string_agg(import_energy, ''::bytea), 'base64') as imports,
        encode(string_agg(export_energy, ''::bytea), 'base64') as exports, string_agg(quality, '') as quality
      from (select day, quality, import_energy, export_energy from quarter_hour_day
        where device_id = asked.device_id and is_current and day between ${fromDay} and ${toDay} order by day) as in_order
    ) packed`)
  return new Map(
    rows.map((row) => [
      row.device_id,
      {
        days: row.days ?? [],
        lengths: row.lengths ?? [],
        importBytes: row.import_bytes ?? [],
        exportBytes: row.export_bytes ?? [],
        imports: Buffer.from(row.imports ?? '', 'base64'),
        exports: Buffer.from(row.exports ?? '', 'base64'),
        quality: row.quality ?? '',
      },
    ]),
  )
}

/** The earliest incomplete day since `fromDay`: from there on the portal is asked again. */
export async function findFirstOpenDay(
  db: Queryable,
  deviceId: number,
  fromDay: string,
  toDay: string,
): Promise<string | null> {
  const row = await db.row<{ day: string | null }>(sql`
    select min(d.day)::date as day from generate_series(${fromDay}::date, ${toDay}::date, interval '1 day') as d (day)
    where not exists (select from quarter_hour_day q
      where q.device_id = ${deviceId} and q.day = d.day::date and q.is_current and q.is_complete)`)
  return row?.day ?? null
}

/** Writes days as their next versions; earlier versions are kept but no longer current. */
export async function insertDayVersions(
  tx: Queryable,
  deviceId: number,
  days: readonly DayReadings[],
  { answerId, now }: { answerId: number; now: number },
): Promise<void> {
  const imports = packDays(days.map((day) => day.imports))
  const exports = packDays(days.map((day) => day.exports))
  const rows = days.map(({ day, quality }, at) => ({
    day,
    ...{ i_at: imports.places[at]?.at, i_size: imports.places[at]?.size },
    ...{ e_at: exports.places[at]?.at, e_size: exports.places[at]?.size },
    quality,
    missing: countOf(quality, 'm'),
    estimated: countOf(quality, 'e'),
    is_complete: isComplete(quality),
  }))
  const list = days.map(({ day }) => day)
  await tx.run(sql`
    update quarter_hour_day set is_current = false
    where device_id = ${deviceId} and is_current and day = any(${list}::date[])`)
  await tx.run(sql`
    insert into quarter_hour_day (device_id, day, version, is_current, import_energy, export_energy, quality, missing,
      estimated, is_complete, answer_id, fetched_at)
    select ${deviceId}::int, r.day, 1 + coalesce((select max(version) from quarter_hour_day q
        where q.device_id = ${deviceId}::int and q.day = r.day), 0), true, substring(${imports.bytes}::bytea from r.i_at for r.i_size),
      substring(${exports.bytes}::bytea from r.e_at for r.e_size), r.quality, r.missing, r.estimated, r.is_complete,
      ${answerId}::int, ${new Date(now)}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (day date, i_at int, i_size int, e_at int, e_size int, quality text, missing smallint, estimated smallint,
        is_complete boolean)`)
}

/** The bytes of all days in one value, which costs less than a text of each, and each day's offset, counted from 1. */
function packDays(days: readonly (DayReadings['imports'] | null)[]) {
  const parts = days.map((energies) => energies && packEnergies(energies))
  let end = 0
  const places = parts.map((part) => {
    const at = end + 1
    end += part?.length ?? 0
    return part && { at, size: part.length }
  })
  return { bytes: Buffer.concat(parts.filter((part) => part !== null)), places }
}

export async function insertAnswer(
  tx: Queryable,
  answer: { deviceId: number; source: string; now: number; content: Buffer },
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into portal_answer (device_id, source, fetched_at, content)
    values (${answer.deviceId}, ${answer.source}, ${new Date(answer.now)}, ${answer.content}) returning id`)
  return row!.id
}

/** Answers that no version of a day is based on any more, and versions replaced before `olderThan`. */
export async function deleteOldProofs(tx: Queryable, deviceId: number, olderThan: number): Promise<void> {
  await tx.run(sql`
    delete from quarter_hour_day
    where device_id = ${deviceId} and not is_current and fetched_at < ${new Date(olderThan)}`)
  await tx.run(sql`
    delete from portal_answer a where device_id = ${deviceId} and source <> 'place'
      and fetched_at < ${new Date(olderThan)} and not exists (select from quarter_hour_day where answer_id = a.id)`)
}

/** Updates the device's range of readings. */
export function updateReadingsState(tx: Queryable, deviceId: number): Promise<number> {
  return tx.run(sql`
    update abstract_device d set readings_from = s.first, readings_to = s.last, days = s.days,
      missing_days = coalesce(s.last - s.first + 1 - s.days, 0) + s.gaps, estimated_days = s.estimated
    from (select min(day) as first, max(day) as last, count(*)::int as days,
        (count(*) filter (where missing > 0))::int as gaps, (count(*) filter (where estimated > 0))::int as estimated
      from quarter_hour_day where device_id = ${deviceId} and is_current) s
    where d.id = ${deviceId}`)
}

/** Prevents two imports of one device from writing at the same time. */
export function lockDevice(tx: Queryable, deviceId: number) {
  return tx.row<{ id: number }>(sql`select id from abstract_device where id = ${deviceId} for update`)
}
