import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { doubleArray, epochMs, intArray, rowsOf, textArray } from './sql-arrays.ts'

/** mWh by flow in slots without a complete balance, and how many slots of the import are among them. */
export type DayBalanceGap = [
  gridImport: number,
  gridExport: number,
  production: number,
  batteryCharge: number,
  batteryDischarge: number,
  importSlots: number,
]

/**
 * By series id: mWh, slots covered from end to end, slots with a value, 1 if any of them is estimated. A day on which
 * a part of the balance was silent for a while also has its gap; days summed up by older versions lack it.
 */
export type DayEnergy = Record<
  number,
  [mWh: number, completeSlots: number, knownSlots: number, estimated: 0 | 1]
> & { gap?: DayBalanceGap }

export interface DayToStore {
  locationId: number
  start: number
  end: number
  energy: DayEnergy
}

/** Until when each location's days are summed up by the calendar of the zone; locations without any are omitted. */
export async function findClosedUntil(
  db: Queryable,
  locationIds: readonly number[],
  timeZone: string,
): Promise<Map<number, number>> {
  const rows = await db.rows<{ location_id: number; closed_until: number }>(
    sql`select location_id, min(closed_until) as closed_until
        from telemetry_state where location_id = any(${locationIds}::int[])
        group by location_id
        having bool_and(closed_until is not null and closed_zone = ${timeZone})`,
  )
  return new Map(rows.map((row) => [row.location_id, row.closed_until]))
}

/** Days within [from, to); one JSON text per location, since thousands of rows take longer to read than to find. */
export async function findDays(
  db: Queryable,
  locationIds: readonly number[],
  from: number,
  to: number,
): Promise<[locationId: number, start: number, energy: DayEnergy][]> {
  const rows = await db.rows<{ days: string }>(
    sql`select string_agg(concat('[', location_id, ',', date_part('epoch', day_start)::bigint, '000,', energy, ']'), ',') as days
        from energy_day
        where location_id = any(${locationIds}::int[])
          and day_start >= ${new Date(from)} and day_start < ${new Date(to)} and day_end <= ${new Date(to)}
        group by location_id`,
  )
  return JSON.parse(`[${rows.map((row) => row.days).join(',')}]`)
}

/** Replaces all days that begin within [from, to). */
export async function replaceDays(
  db: Queryable,
  locationIds: readonly number[],
  from: number,
  to: number,
  days: readonly DayToStore[],
): Promise<void> {
  await db.run(
    sql`delete from energy_day where location_id = any(${locationIds}::int[])
          and day_start >= ${new Date(from)} and day_start < ${new Date(to)}`,
  )
  if (days.length === 0) return
  await db.run(
    sql`insert into energy_day (location_id, day_start, day_end, energy)
        select location_id, ${epochMs('day_start')}, ${epochMs('day_end')}, energy::json
        from ${rowsOf({
          location_id: intArray(days.map((day) => day.locationId)),
          day_start: doubleArray(days.map((day) => day.start)),
          day_end: doubleArray(days.map((day) => day.end)),
          energy: textArray(days.map((day) => JSON.stringify(day.energy))),
        })}`,
  )
}

export interface Mark {
  /** Up to where the sums of the location hold, whatever their calendar; minus infinity if none does. */
  until: number
  /** Nothing of its energy is later. */
  newest: number
}

export async function findMarks(db: Queryable, locationIds: readonly number[]): Promise<Map<number, Mark>> {
  const rows = await db.rows<{ location_id: number; until: number | null; newest: number }>(
    sql`select location_id,
          case when bool_and(closed_until is not null) then (date_part('epoch', min(closed_until)) * 1000)::bigint end as until,
          (max(date_part('epoch', newest) + longest_step_seconds) * 1000)::bigint as newest
        from telemetry_state where location_id = any(${locationIds}::int[])
        group by location_id`,
  )
  return new Map(
    rows.map(({ location_id, until, newest }) => [
      location_id,
      { until: until ?? Number.NEGATIVE_INFINITY, newest },
    ]),
  )
}

export interface SummedLocation {
  location_id: number
  closed_until: number | null
  closed_zone: string | null
}

/** Until when the days of locations are summed up, and by the calendar of which zone: null if it varies. */
export async function findSummedLocations(
  db: Queryable,
  locationIds: readonly number[],
): Promise<SummedLocation[]> {
  return db.rows<SummedLocation>(
    sql`select location_id,
          case when bool_and(closed_until is not null) then min(closed_until) end as closed_until,
          case when min(closed_zone) = max(closed_zone) then min(closed_zone) end as closed_zone
        from telemetry_state where location_id = any(${locationIds}::int[])
        group by location_id
        order by location_id`,
  )
}

/** Tells writers that locations are about to be summed up: whoever writes earlier energy from now on lowers it. */
export async function announceClosing(
  db: Queryable,
  locationIds: readonly number[],
  until: number,
): Promise<void> {
  await db.run(
    sql`update telemetry_state set closing_until = ${new Date(until)}
        where location_id = any(${locationIds}::int[]) and closing_until is distinct from ${new Date(until)}`,
  )
}

/**
 * Marks what lies before `until` as summed up, except where a writer has changed some of it since the announcement;
 * returns for how many controllers that was so.
 */
export async function setClosedUntil(
  db: Queryable,
  locationIds: readonly number[],
  until: number,
  timeZone: string,
): Promise<number> {
  return db.run(
    sql`update telemetry_state set closed_until = ${new Date(until)}, closed_zone = ${timeZone}
        where location_id = any(${locationIds}::int[]) and closing_until >= ${new Date(until)}`,
  )
}
