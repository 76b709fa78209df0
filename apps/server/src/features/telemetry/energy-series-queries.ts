import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface SeriesRow {
  location_id: number
  id: number
  controller_id: number
  device_key: string
  metric: string
  source: 'counter' | 'power'
  sign: 1 | -1
}

type SeriesTuple = [
  SeriesRow['location_id'],
  number,
  number,
  string,
  string,
  SeriesRow['source'],
  SeriesRow['sign'],
]

/** The energy series of locations; one JSON value per location, since thousands of rows take longer to read than to find. */
export async function findSeries(db: Queryable, locationIds: readonly number[]): Promise<SeriesRow[]> {
  const rows = await db.rows<{ list: SeriesTuple[] }>(
    sql`select json_agg(json_build_array(location_id, id, controller_id, device_key, metric, source, sign)) as list
        from series where location_id = any(${locationIds}::int[])
        group by location_id`,
  )
  return rows
    .flatMap((row) => row.list)
    .map(([location_id, id, controller_id, device_key, metric, source, sign]) => ({
      location_id,
      id,
      controller_id,
      device_key,
      metric,
      source,
      sign,
    }))
}

/** The same as one JSON text of [id, metric, device key] per location: most homes of a company have the same one. */
export async function findSeriesTexts(
  db: Queryable,
  locationIds: readonly number[],
): Promise<{ location_id: number; list: string }[]> {
  return db.rows(
    sql`select location_id, json_agg(json_build_array(id, metric, device_key) order by id)::text as list
        from series where location_id = any(${locationIds}::int[])
        group by location_id`,
  )
}

/** A unique violation means that another process declared series of the same location at the same moment. */
export async function insertSeries(db: Queryable, rows: readonly SeriesRow[]): Promise<void> {
  await db.run(
    sql`insert into series (location_id, id, controller_id, device_key, metric, source, sign)
        select * from unnest(${rows.map((r) => r.location_id)}::int[], ${rows.map((r) => r.id)}::int[],
          ${rows.map((r) => r.controller_id)}::int[], ${rows.map((r) => r.device_key)}::text[],
          ${rows.map((r) => r.metric)}::text[], ${rows.map((r) => r.source)}::text[], ${rows.map((r) => r.sign)}::smallint[])`,
  )
}

interface SeriesKey {
  locationId: number
  deviceKey: string
  metric: string
}

export async function setSeriesSource(
  db: Queryable,
  of: SeriesKey,
  source: SeriesRow['source'],
): Promise<void> {
  await db.run(
    sql`update series set source = ${source}
        where location_id = ${of.locationId} and device_key = ${of.deviceKey} and metric = ${of.metric}`,
  )
}
