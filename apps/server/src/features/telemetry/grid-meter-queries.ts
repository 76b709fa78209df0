import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** When a series first and last had energy. */
export interface SeriesSpan {
  id: number
  first: number
  last: number
}

export function findSeriesSpans(
  db: Queryable,
  locationId: number,
  seriesIds: readonly number[],
): Promise<SeriesSpan[]> {
  return db.rows<SeriesSpan>(sql`
    select series_id as id, min(hour) as first, max(hour) as last from energy_hour
    where location_id = ${locationId} and series_id = any(${seriesIds}::int[]) group by series_id`)
}

/** The keys of devices that were removed from a location. */
export async function findRemovedKeys(db: Queryable, locationId: number): Promise<Set<string>> {
  const rows = await db.rows<{ key: string }>(
    sql`select key from device where location_id = ${locationId} and deleted_at is not null`,
  )
  return new Set(rows.map(({ key }) => key))
}
