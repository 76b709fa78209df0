import { type EnergyHour, slotsPerHour } from '@ohmstead/domain/telemetry/energy-slot'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { bigintArray, doubleArray, epochMs, intArray, rowsOf, smallintArray } from './sql-arrays.ts'

export interface HourToStore extends EnergyHour {
  locationId: number
  seriesId: number
  /** Epoch ms of its UTC start. */
  hour: number
}

/** The slots that any of the hours has: in-order readings fill one or two of the twelve. */
function findUsedSlots(hours: readonly HourToStore[]): number[] {
  const used = new Array<boolean>(slotsPerHour).fill(false)
  for (const { slots } of hours)
    for (let slot = 0; slot < slotsPerHour; slot++) if (slots[slot] !== null) used[slot] = true
  return used.flatMap((isUsed, slot) => (isUsed ? [slot] : []))
}

function insertHours(hours: readonly HourToStore[], usedSlots: readonly number[]): Sql {
  const totals = hours.map((h) => h.slots.reduce<number>((sum, slot) => sum + (slot ?? 0), 0))
  const slots = usedSlots.map((slot) => [`s${slot}`, bigintArray(hours.map((h) => h.slots[slot]!))] as const)
  const names = rawSql(slots.map(([name]) => `${name}, `).join(''))
  return sql`insert into energy_hour (location_id, series_id, hour, ${names}total, estimated, complete)
    select location_id, series_id, ${epochMs('hour')}, ${names}total, estimated, complete
    from ${rowsOf({
      location_id: intArray(hours.map((h) => h.locationId)),
      series_id: intArray(hours.map((h) => h.seriesId)),
      hour: doubleArray(hours.map((h) => h.hour)),
      ...Object.fromEntries(slots),
      total: bigintArray(totals),
      estimated: smallintArray(hours.map((h) => h.estimated)),
      complete: smallintArray(hours.map((h) => h.complete)),
    })}`
}

/** Adds to the slots; masks only gain bits, since covered or estimated slots stay so when readings come in order. */
export async function addHours(db: Queryable, hours: readonly HourToStore[]): Promise<void> {
  const usedSlots = findUsedSlots(hours)
  const additions = usedSlots.map(
    (slot) =>
      `s${slot} = case when excluded.s${slot} is null then energy_hour.s${slot} else coalesce(energy_hour.s${slot}, 0) + excluded.s${slot} end, `,
  )
  await db.run(
    sql`${insertHours(hours, usedSlots)}
        on conflict (location_id, series_id, hour) do update set ${rawSql(additions.join(''))}
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
  if (hours.length > 0) await db.run(insertHours(hours, findUsedSlots(hours)))
}
