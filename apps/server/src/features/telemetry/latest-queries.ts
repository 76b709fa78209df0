import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ReadingValue } from './controller-readings.ts'

export interface Latest {
  locationId: number
  /** The newest instant among the values. */
  time: number | null
  /** `<device>/<metric>` → [epoch ms, value]. */
  values: Record<string, [ts: number, value: ReadingValue]>
  controllerIds: number[]
}

/** The newest value of every metric, by location; locations without readings are omitted. */
export async function findLatest(
  db: Queryable,
  locationIds: readonly number[],
): Promise<Map<number, Latest>> {
  // One JSON text per location: as separate rows, a thousand states take longer to read than to find.
  const rows = await db.rows<{ states: string }>(
    sql`select string_agg(concat('[', location_id, ',', controller_id, ',', (date_part('epoch', newest) * 1000)::bigint, ',', values, ']'), ',') as states
        from telemetry_state where location_id = any(${locationIds}::int[])
        group by location_id`,
  )
  const states: [locationId: number, controllerId: number, newest: number, values: Latest['values']][] =
    JSON.parse(`[${rows.map((row) => row.states).join(',')}]`)
  const found = new Map<number, Latest>()
  for (const [locationId, controllerId, newest, values] of states) {
    const latest = found.get(locationId)
    if (!latest) {
      found.set(locationId, {
        locationId,
        time: newest,
        values,
        controllerIds: [controllerId],
      })
      continue
    }
    latest.controllerIds.push(controllerId)
    latest.time = Math.max(latest.time ?? newest, newest)
    for (const [key, value] of Object.entries(values)) {
      const known = latest.values[key]
      if (!known || known[0] <= value[0]) latest.values[key] = value
    }
  }
  return found
}

const gridPower = '"grid/power"'

/**
 * The newest power at the grid meter of many locations, for sorting them: of the device named `grid`, as nearly
 * all are. Only readings since `since` count.
 */
export async function findGridPowers(
  db: Queryable,
  locationIds: readonly number[],
  since: number,
): Promise<Map<number, number>> {
  // Extracted from the text: parsing five thousand JSON values of forty entries each would take half a second.
  const row = await db.row<{ cut: string | null }>(
    sql`select string_agg(concat(location_id, substr(text, strpos(text, ${gridPower}), 64)), chr(10)) as cut
        from (
          select location_id, values::text as text from telemetry_state
          where location_id = any(${locationIds}::int[]) and newest >= ${new Date(since)}
        ) as recent
        where strpos(text, ${gridPower}) > 0`,
  )
  const powers = new Map<number, number>()
  for (const line of row?.cut?.split('\n') ?? []) {
    const [, locationId, at, watts] =
      /^(\d+)"grid\/power"\s*:\s*\[\s*(\d+)\s*,\s*(-?\d[\d.e+-]*)/.exec(line) ?? []
    if (Number(at) >= since) powers.set(Number(locationId), Number(watts))
  }
  return powers
}
