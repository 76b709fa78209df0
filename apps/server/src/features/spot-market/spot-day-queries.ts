import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import {
  packSpotPrices,
  type SpotDay,
  type SpotUnit,
  unpackSpotPrices,
} from '@ohmstead/pricing/spot/spot-day'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

export interface StoredSpotDay extends SpotDay {
  version: number
  isCurrent: boolean
  fetchedAt: number
}

interface SpotDayRow {
  day: string
  source: string
  version: number
  is_current: boolean
  currency: CurrencyCode
  starts_at: number
  unit_seconds: SpotUnit
  prices: Uint8Array
  missing: number
  licence: string | null
  fetched_at: number
}

async function findDays(db: Queryable, where: Sql): Promise<StoredSpotDay[]> {
  const rows = await db.rows<SpotDayRow>(sql`
    select day, source, version, is_current, currency, starts_at, unit_seconds, prices, missing, licence, fetched_at
    from spot_day where ${where} order by day, source, version`)
  return rows.map((row) => ({
    ...{ day: row.day, source: row.source, version: row.version, isCurrent: row.is_current },
    ...{ currency: row.currency, startMs: row.starts_at, unitSeconds: row.unit_seconds },
    ...{ missing: row.missing, licence: row.licence, fetchedAt: row.fetched_at },
    prices: unpackSpotPrices(row.prices),
  }))
}

/** The days in use that have a part between two instants. */
export async function findCurrentDays(
  db: Queryable,
  region: string,
  fromMs: number,
  toMs: number,
): Promise<StoredSpotDay[]> {
  // A day has at most 25 hours.
  const earliest = new Date(fromMs - 25 * 3_600_000)
  const days = await findDays(
    db,
    sql`region = ${region} and is_current and starts_at > ${earliest} and starts_at < ${new Date(toMs)}`,
  )
  return days.filter(
    ({ startMs, prices, unitSeconds }) => startMs + prices.length * unitSeconds * 1000 > fromMs,
  )
}

/** How many quarter-hours of the days in use have no price, by 'region day'; days without any price are left out. */
export async function findMissingOfDays(
  db: Queryable,
  asked: readonly { region: string; day: string }[],
): Promise<Map<string, number>> {
  const rows = await db.rows<{ region: string; day: string; missing: number }>(sql`
    select d.region, d.day, d.missing from spot_day d
      join json_to_recordset(${JSON.stringify(asked)}::json) as a (region text, day date)
        on a.region = d.region and a.day = d.day
    where d.is_current`)
  return new Map(rows.map(({ region, day, missing }) => [`${region} ${day}`, missing]))
}

/** All versions from all sources. */
export function findVersions(
  db: Queryable,
  region: string,
  days: readonly string[],
): Promise<StoredSpotDay[]> {
  return findDays(db, sql`region = ${region} and day = any(${days}::date[])`)
}

/** One writer of a zone at a time. */
export async function lockRegion(tx: Queryable, region: string): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('spot days'), hashtext(${region}))`)
}

export async function insertVersions(
  tx: Queryable,
  region: string,
  days: readonly (SpotDay & { version: number })[],
  now: number,
): Promise<void> {
  let end = 0
  const parts = days.map(({ prices }) => packSpotPrices(prices))
  const rows = days.map((day, at) => {
    const start = end + 1
    end += parts[at]!.length
    return {
      ...{ day: day.day, source: day.source, version: day.version, currency: day.currency },
      ...{ starts_at: new Date(day.startMs).toISOString(), unit_seconds: day.unitSeconds },
      ...{ missing: day.missing, licence: day.licence, start, size: parts[at]!.length },
    }
  })
  await tx.run(sql`
    insert into spot_day (region, day, source, version, is_current, currency, starts_at, unit_seconds, prices, missing,
      licence, fetched_at)
    select ${region}::text, r.day, r.source, r.version, false, r.currency, r.starts_at, r.unit_seconds,
      substring(${Buffer.concat(parts)}::bytea from r.start for r.size), r.missing, r.licence, ${new Date(now)}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (day date, source text, version int, currency text,
      starts_at timestamptz, unit_seconds int, missing smallint, licence text, start int, size int)`)
}

/** Makes one version of each given day the one in use. */
export async function setCurrent(
  tx: Queryable,
  region: string,
  chosen: readonly Pick<StoredSpotDay, 'day' | 'source' | 'version'>[],
): Promise<void> {
  const days = chosen.map(({ day }) => day)
  await tx.run(sql`
    update spot_day set is_current = false
    where region = ${region} and is_current and day = any(${days}::date[])`)
  await tx.run(sql`
    update spot_day s set is_current = true
    from json_to_recordset(${JSON.stringify(chosen.map(({ day, source, version }) => ({ day, source, version })))}::json)
      as r (day date, source text, version int)
    where s.region = ${region} and s.day = r.day and s.source = r.source and s.version = r.version`)
}

/** Which of a list of days are not complete yet, in order; or not from one of `sources`. */
export async function findOpenDays(
  db: Queryable,
  region: string,
  days: readonly string[],
  sources: readonly string[] | null = null,
): Promise<string[]> {
  const rows = await db.rows<{ day: string }>(sql`
    select day from spot_day where region = ${region} and is_current and missing = 0 and day = any(${days}::date[])
      and (${sources}::text[] is null or source = any(${sources}::text[]))`)
  const complete = new Set(rows.map(({ day }) => day))
  return days.filter((day) => !complete.has(day))
}

/** Whether anybody has had prices of the zone from a day on. */
export async function hasDaySince(db: Queryable, region: string, day: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as found from spot_day where region = ${region} and is_current and day >= ${day} limit 1`)
  return row !== undefined
}
