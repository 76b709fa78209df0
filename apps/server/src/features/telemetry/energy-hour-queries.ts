import { type EnergyHour, slotsPerHour } from '@ohmstead/domain/telemetry/energy-slot'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { epochMs, intArray, numberArray } from './sql-arrays.ts'

export interface HourToStore extends EnergyHour {
  locationId: number
  seriesId: number
  /** Epoch ms of its UTC start. */
  hour: number
}

const slotNames = Array.from({ length: slotsPerHour }, (_, slot) => `s${slot}`)
const slotList = slotNames.join(', ')

function insertHours(hours: readonly HourToStore[]): Sql {
  const slots = slotNames.map((_, slot) => sql`${intArray(hours.map((h) => h.slots[slot]!))}::text::bigint[]`)
  const slotArrays = slots.reduce((list, array) => sql`${list}, ${array}`)
  const totals = hours.map((h) => h.slots.reduce<number>((sum, slot) => sum + (slot ?? 0), 0))
  return sql`insert into energy_hour (location_id, series_id, hour, ${rawSql(slotList)}, total, estimated, complete)
    select location_id, series_id, ${epochMs('hour')}, ${rawSql(slotList)}, total, estimated, complete
    from unnest(${intArray(hours.map((h) => h.locationId))}::text::int[],
                ${intArray(hours.map((h) => h.seriesId))}::text::int[],
                ${numberArray(hours.map((h) => h.hour))}::text::float8[],
                ${slotArrays},
                ${intArray(totals)}::text::bigint[],
                ${intArray(hours.map((h) => h.estimated))}::text::smallint[],
                ${intArray(hours.map((h) => h.complete))}::text::smallint[])
      as given (location_id, series_id, hour, ${rawSql(slotList)}, total, estimated, complete)`
}

const addition = rawSql(
  slotNames
    .map(
      (s) =>
        `${s} = case when excluded.${s} is null then energy_hour.${s} else coalesce(energy_hour.${s}, 0) + excluded.${s} end`,
    )
    .join(', '),
)

/** Adds to the slots; masks only gain bits, since covered or estimated slots stay so when readings come in order. */
export async function addHours(db: Queryable, hours: readonly HourToStore[]): Promise<void> {
  await db.run(
    sql`${insertHours(hours)}
        on conflict (location_id, series_id, hour) do update set ${addition},
          total = energy_hour.total + excluded.total,
          estimated = energy_hour.estimated | excluded.estimated,
          complete = energy_hour.complete | excluded.complete`,
  )
}

/** Replaces everything that the series have in [from, to), which begins and ends on full hours, by `hours`. */
export async function replaceHours(
  db: Queryable,
  {
    locationId,
    seriesIds,
    from,
    to,
  }: { locationId: number; seriesIds: readonly number[]; from: number; to: number },
  hours: readonly HourToStore[],
): Promise<void> {
  await db.run(
    sql`delete from energy_hour where location_id = ${locationId} and series_id = any(${seriesIds}::int[])
          and hour >= ${new Date(from)} and hour < ${new Date(to)}`,
  )
  if (hours.length > 0) await db.run(insertHours(hours))
}
