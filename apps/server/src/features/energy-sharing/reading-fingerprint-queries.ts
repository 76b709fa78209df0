import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { findSeries } from '../telemetry/energy-series-queries.ts'
import type { MemberRow } from './member-queries.ts'

interface Days {
  from: string
  to: string
  fromMs: number
  toMs: number
}

/**
 * A text for the readings of each member in these days, by its id: the versions of official readings, and where those do
 * not cover all days in both directions also what the controller measured. One whose place is gone has none.
 */
export async function findReadingFingerprints(
  db: Queryable,
  members: readonly MemberRow[],
  days: Days,
): Promise<Record<string, string>> {
  const rows = await db.rows<{
    id: number
    location_id: number | null
    official: string | null
    is_whole: boolean
  }>(sql`
    select m.id, m.location_id, r.official, coalesce(r.whole_days, 0) = ${days.to}::date - ${days.from}::date + 1 as is_whole
    from sharing_member m left join location_pricing p on p.location_id = m.location_id
      left join lateral (
        select md5(string_agg(concat_ws('/', q.day, q.version), ',' order by q.day)) as official,
          count(*) filter (where q.is_complete and q.export_energy is not null) as whole_days
        from quarter_hour_day q
        where q.device_id = coalesce(m.abstract_device_id, p.abstract_device_id) and q.is_current
          and q.day between ${days.from}::date and ${days.to}::date
      ) r on true
    where m.id = any(${members.map(({ id }) => id)}::int[])
      and (m.location_id is not null or m.abstract_device_id is not null)`)
  const measuredAt = rows.flatMap(({ location_id, is_whole }) =>
    location_id !== null && !is_whole ? [location_id] : [],
  )
  const measured = await findMeasured(db, measuredAt, days)
  return Object.fromEntries(
    rows.map(({ id, location_id, official }) => [
      id,
      [official ?? '-', location_id === null ? '' : (measured.get(location_id) ?? '')].join(' '),
    ]),
  )
}

/** A sum of hashes of what grid meters of locations measured hour by hour. */
async function findMeasured(
  db: Queryable,
  locationIds: readonly number[],
  { fromMs, toMs }: Days,
): Promise<Map<number, string>> {
  if (locationIds.length === 0) return new Map()
  const series = await findSeries(db, locationIds)
  const exchanged = series.filter(({ metric }) => metric === 'energy_import' || metric === 'energy_export')
  const rows = await db.rows<{ location_id: number; measured: string }>(sql`
    select location_id, concat_ws('/', count(*), sum(total), sum(hashtextextended(concat_ws('/', series_id,
      date_part('epoch', hour), s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, estimated, complete), 0)::numeric))
      as measured
    from energy_hour
    where location_id = any(${locationIds}::int[]) and hour >= ${new Date(fromMs)} and hour < ${new Date(toMs)}
      and series_id = any(${exchanged.map(({ id }) => id)}::int[])
    group by location_id`)
  return new Map(rows.map(({ location_id, measured }) => [location_id, measured]))
}

/** The versions of market prices of a zone in these days. */
export async function findMarketFingerprint(
  db: Queryable,
  region: string,
  { from, to }: Days,
): Promise<string> {
  const row = await db.row<{ market: string | null }>(sql`
    select md5(string_agg(concat_ws('/', day, source, version), ' ' order by day)) as market from spot_day
    where region = ${region} and is_current and day between ${from}::date and ${to}::date`)
  return row?.market ?? ''
}
