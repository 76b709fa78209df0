import { hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { bigintArray, doubleArray, epochMs, intArray, rowsOf, textArray } from './sql-arrays.ts'

export interface Of {
  locationId: number
  controllerId: number
}

/** Energy to be recomputed: of changed readings including the time between their neighbours, or of just these hours. */
export interface EnergyDue extends Of {
  isSpread: boolean
  /** Full hours, epoch ms. */
  hour: number
  until: number
  seriesIds: readonly number[]
  /** The controller's count of late changes at the time. */
  mark: number
}

/** The hours in which series of a controller have new or changed readings. */
export type ChangedHours = Map<number, Set<number>>

export function noteChanged(changed: ChangedHours, hour: number, seriesId: number): void {
  const series = changed.get(hour)
  if (series) series.add(seriesId)
  else changed.set(hour, new Set([seriesId]))
}

export const toDue = (of: Of, changed: ChangedHours, mark: number): EnergyDue[] =>
  [...changed].map(([hour, series]) => ({
    locationId: of.locationId,
    controllerId: of.controllerId,
    isSpread: false,
    hour,
    until: hour + hourMs,
    seriesIds: [...series],
    mark,
  }))

/** Adds to the pending ranges. */
export async function addDue(db: Queryable, due: readonly EnergyDue[]): Promise<void> {
  if (due.length === 0) return
  const series = due.map(({ seriesIds }) =>
    JSON.stringify(Object.fromEntries(seriesIds.map((id) => [id, 1]))),
  )
  await db.run(
    sql`insert into energy_due (location_id, controller_id, is_spread, hour, until, series, mark)
        select location_id, controller_id, is_spread = 1, ${epochMs('hour')}, ${epochMs('until')}, series::jsonb, mark
        from ${rowsOf({
          location_id: intArray(due.map((d) => d.locationId)),
          controller_id: intArray(due.map((d) => d.controllerId)),
          is_spread: intArray(due.map((d) => (d.isSpread ? 1 : 0))),
          hour: doubleArray(due.map((d) => d.hour)),
          until: doubleArray(due.map((d) => d.until)),
          series: textArray(series),
          mark: bigintArray(due.map((d) => d.mark)),
        })}
        on conflict (location_id, controller_id, is_spread, hour, until) do update set
          series = energy_due.series || excluded.series, mark = greatest(energy_due.mark, excluded.mark)`,
  )
}

/**
 * The next pending part of a controller: started ones first, then the newest; for changed
 * readings up to `limit` consecutive hours.
 */
export async function findNextDue(db: Queryable, of: Of, limit: number): Promise<EnergyDue[]> {
  const rows = await db.rows<{
    is_spread: boolean
    hour: number
    until: number
    series: object
    mark: number
  }>(
    sql`select is_spread, hour, until, series, mark from energy_due
        where location_id = ${of.locationId} and controller_id = ${of.controllerId}
        order by is_spread desc, until desc, hour desc limit ${limit}`,
  )
  const due = rows.map(
    ({ is_spread, hour, until, series, mark }): EnergyDue => ({
      ...of,
      isSpread: is_spread,
      hour,
      until,
      seriesIds: Object.keys(series).map(Number),
      mark,
    }),
  )
  if (due[0]?.isSpread) return due.slice(0, 1)
  const end = due.findIndex(({ until }, index) => index > 0 && until !== due[index - 1]!.hour)
  return end < 0 ? due : due.slice(0, end)
}

/** Removes finished ranges, all of one kind; those marked again since `mark` stay. */
export async function removeDue(
  db: Queryable,
  of: Of,
  due: readonly EnergyDue[],
  mark: number,
): Promise<void> {
  await db.run(
    sql`delete from energy_due
        where location_id = ${of.locationId} and controller_id = ${of.controllerId}
          and is_spread = ${due[0]!.isSpread} and mark <= ${mark}
          and hour = any(${due.map((d) => new Date(d.hour))}::timestamptz[])
          and until = any(${due.map((d) => new Date(d.until))}::timestamptz[])`,
  )
}

/** The controllers with pending energy. */
export async function findControllersWithDue(db: Queryable): Promise<Of[]> {
  const rows = await db.rows<{ location_id: number; controller_id: number }>(
    sql`select distinct location_id, controller_id from energy_due order by location_id, controller_id`,
  )
  return rows.map((row) => ({ locationId: row.location_id, controllerId: row.controller_id }))
}
