import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import type { UnitsPerHour } from './bucket-energy.ts'

// A year of quarter-hours of four series is 140,000 numbers. As rows that takes the embedded database many times the
// query itself, so hours are transferred as one text per location, in the form that `addHoursText` reads. Each hour names
// its series: sorting the hours by it would take the database longer than writing them.

const slot = (index: number) => `s${index}`
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => slot(from + index))

const quarterSlots = [0, 1, 2, 3].map((quarter) => range(quarter * 3, quarter * 3 + 3))
const sumOfKnown = (slots: string[]) =>
  `case when num_nonnulls(${slots.join(', ')}) > 0 then ${slots.map((name) => `coalesce(${name}, 0)`).join(' + ')} end`

/** The units of an hour in which every slot is known, and of one in which some may not be. */
const unitColumns: Record<UnitsPerHour, { whole: string[]; partly: string[] }> = {
  12: { whole: range(0, 12), partly: range(0, 12) },
  4: { whole: quarterSlots.map((slots) => slots.join(' + ')), partly: quarterSlots.map(sumOfKnown) },
  1: { whole: ['total'], partly: ['total'] },
}

/** The bits of the slots that have a value. */
const knownMask = range(0, 12)
  .map((name, index) => `case when ${name} is null then 0 else ${1 << index} end`)
  .join(' + ')

const hourNumber = `(date_part('epoch', hour) / 3600)::int`
const commas = (columns: string[]) => columns.join(`, ',', `)

// Nearly every hour is complete and measured: it is written without masks and without checking for unknown slots.
const hourText = (units: UnitsPerHour) => {
  const { whole, partly } = unitColumns[units]
  return `case when complete = 4095 and estimated = 0
    then concat(series_id, ',', ${hourNumber}, ',', ${commas(whole)}, ',;')
    else concat(series_id, ',', ${hourNumber}, ',', ${commas(partly)}, ',', complete, ',', estimated, ',', ${knownMask}, ';') end`
}

export interface HoursText {
  location_id: number
  hours: string
}

/** Hours of series within [from, to), both on full hours: one text per location, its hours unordered. */
export async function findHoursText(
  db: Queryable,
  of: {
    locationIds: readonly number[]
    seriesIds: readonly number[] | null
    from: number
    to: number
    units: UnitsPerHour
  },
): Promise<HoursText[]> {
  // Ordered inside, so that an hour is written before it is sorted: the sorted values are then short.
  return db.rows<HoursText>(
    sql`select location_id, string_agg(hour_text, '') as hours
        from (
          select location_id, ${rawSql(hourText(of.units))} as hour_text
          from energy_hour
          where ${locationFilter(of.locationIds)} ${seriesFilter(of.seriesIds)}
            and hour >= ${new Date(of.from)} and hour < ${new Date(of.to)}
          order by location_id
        ) as written
        group by location_id`,
  )
}

/** The slots of single hours, in the same form. */
export async function findSlotsText(
  db: Queryable,
  of: { locationIds: readonly number[]; seriesIds: readonly number[] | null; hours: readonly number[] },
): Promise<HoursText[]> {
  return db.rows<HoursText>(
    sql`select location_id, string_agg(${rawSql(hourText(12))}, '') as hours
        from energy_hour
        where ${locationFilter(of.locationIds)} ${seriesFilter(of.seriesIds)}
          and hour = any(${of.hours.map((hour) => new Date(hour))}::timestamptz[])
        group by location_id`,
  )
}

/** A single location is queried as such: its hours then need no sorting at all. */
const locationFilter = (locationIds: readonly number[]): Sql =>
  locationIds.length === 1
    ? sql`location_id = ${locationIds[0]}`
    : sql`location_id = any(${locationIds}::int[])`

const seriesFilter = (seriesIds: readonly number[] | null): Sql =>
  seriesIds === null ? rawSql('') : sql`and series_id = any(${seriesIds}::int[])`
