import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** A cell of 0.05 degrees by its coordinates in twentieths of a degree. */
export interface WeatherCell {
  latitudeCell: number
  longitudeCell: number
}

export interface WeatherMonthRow {
  /** Its first day. */
  month: string
  elevation_m: number | null
  hours: Uint8Array
  is_complete: boolean
  fetched_at: number
}

export function findWeatherMonths(
  db: Queryable,
  { latitudeCell, longitudeCell }: WeatherCell,
  source: string,
  months: readonly string[],
): Promise<WeatherMonthRow[]> {
  return db.rows<WeatherMonthRow>(sql`
    select month, elevation_m, hours, is_complete, fetched_at from weather_month
    where latitude_cell = ${latitudeCell} and longitude_cell = ${longitudeCell} and source = ${source}
      and month = any(${months}::date[])`)
}

export function upsertWeatherMonth(
  db: Queryable,
  { latitudeCell, longitudeCell }: WeatherCell,
  source: string,
  row: Omit<WeatherMonthRow, 'fetched_at'>,
  now: number,
): Promise<number> {
  return db.run(sql`
    insert into weather_month (latitude_cell, longitude_cell, month, source, elevation_m, hours, is_complete, fetched_at)
    values (${latitudeCell}, ${longitudeCell}, ${row.month}, ${source}, ${row.elevation_m}, ${Buffer.from(row.hours)},
      ${row.is_complete}, ${new Date(now)})
    on conflict (latitude_cell, longitude_cell, month, source) do update set elevation_m = excluded.elevation_m,
      hours = excluded.hours, is_complete = excluded.is_complete, fetched_at = excluded.fetched_at`)
}
