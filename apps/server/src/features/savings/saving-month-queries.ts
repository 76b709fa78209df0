import { createHash } from 'node:crypto'
import type { PeriodSavings } from '@ohmstead/savings/savings-model'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { findMonthFingerprints } from '../location-pricing/price-fingerprints.ts'
import { findClosedUntil } from '../telemetry/energy-day-queries.ts'
import type { FlowSeries } from '../telemetry/read-flow-quarters.ts'

/** Raised when the way savings are worked out changes. */
const engineVersion = 2

export interface SavingsMonth {
  /** 'YYYY-MM' */
  month: string
  fromMs: number
  toMs: number
  /** The two calendar months before and the month itself: what its savings follow from. */
  rests: readonly [before: string, last: string, own: string]
}

export interface Place {
  locationId: number
  timeZone: string
  abstractDeviceId: number | null
  flows: readonly FlowSeries[]
}

/** Stored savings of whole months that follow from the readings and prices of now. */
export async function findStoredSavings(
  db: Queryable,
  locationId: number,
  fingerprints: ReadonlyMap<string, string>,
): Promise<Map<string, PeriodSavings>> {
  const rows = await db.rows<{ month: string; fingerprint: string; savings: PeriodSavings }>(sql`
    select month, fingerprint, savings from location_saving
    where location_id = ${locationId} and month = any(${[...fingerprints.keys()]}::text[])`)
  return new Map(
    rows
      .filter(({ month, fingerprint }) => fingerprints.get(month) === fingerprint)
      .map(({ month, savings }) => [month, savings]),
  )
}

export async function storeSavings(
  db: Queryable,
  locationId: number,
  months: readonly { month: string; fingerprint: string; savings: PeriodSavings }[],
): Promise<void> {
  if (months.length === 0) return
  await db.run(sql`
    insert into location_saving (location_id, month, fingerprint, savings)
    select ${locationId}, r.month, r.fingerprint, r.savings
    from json_to_recordset(${JSON.stringify(months)}::json) as r (month text, fingerprint text, savings jsonb)
    where exists (select from location where id = ${locationId})
    on conflict (location_id, month) do update
      set fingerprint = excluded.fingerprint, savings = excluded.savings`)
}

/**
 * Of each month a text that differs as soon as anything changes that its savings follow from. A month whose days are not
 * summed up yet, or are again in question because of late readings, has none.
 */
export async function findSavingFingerprints(
  db: Queryable,
  { locationId, timeZone, abstractDeviceId, flows }: Place,
  months: readonly SavingsMonth[],
): Promise<Map<string, string>> {
  const closedUntil = (await findClosedUntil(db, [locationId], timeZone)).get(locationId) ?? 0
  const closed = months.filter(({ toMs }) => toMs <= closedUntil)
  if (closed.length === 0) return new Map()
  const named = [...new Set(closed.flatMap(({ rests }) => rests))].sort()
  const [measured, official, prices] = await Promise.all([
    findDayMarks(db, { locationId, timeZone, fromMonth: named[0]!, toMonth: named.at(-1)! }),
    abstractDeviceId === null ? null : findOfficialMarks(db, abstractDeviceId, named[0]!, named.at(-1)!),
    findMonthFingerprints(db, locationId, named),
  ])
  return new Map(
    closed.map(({ month, rests }) => {
      const parts = rests.map((one) => [measured.get(one), official?.get(one), prices.get(one)])
      const text = JSON.stringify([engineVersion, flows, parts])
      return [month, createHash('sha256').update(text).digest('base64url')]
    }),
  )
}

interface Asked {
  locationId: number
  timeZone: string
  fromMonth: string
  toMonth: string
}

/** Of each month's days as they are summed up: late readings change them. */
async function findDayMarks(
  db: Queryable,
  { locationId, timeZone, fromMonth, toMonth }: Asked,
): Promise<Map<string, string>> {
  const rows = await db.rows<{ month: string; own: string }>(sql`
    select month, md5(string_agg(concat(day_start, energy), ' ' order by day_start)) as own
    from (select to_char(day_start at time zone ${timeZone}, 'YYYY-MM') as month, day_start, energy
      from energy_day where location_id = ${locationId}
        and day_start >= ${`${fromMonth}-01`}::timestamp at time zone ${timeZone}
        and day_start < (${`${toMonth}-01`}::timestamp + interval '1 month') at time zone ${timeZone}) as d
    group by month`)
  return new Map(rows.map(({ month, own }) => [month, own]))
}

/** Of each month's official readings: a correction is a further version. */
async function findOfficialMarks(
  db: Queryable,
  deviceId: number,
  fromMonth: string,
  toMonth: string,
): Promise<Map<string, string>> {
  const rows = await db.rows<{ month: string; own: string }>(sql`
    select to_char(day, 'YYYY-MM') as month, md5(string_agg(concat(day, '.', version), ' ' order by day)) as own
    from quarter_hour_day where device_id = ${deviceId} and is_current
      and day >= ${`${fromMonth}-01`}::date and day < ${`${toMonth}-01`}::date + interval '1 month'
    group by 1`)
  return new Map(rows.map(({ month, own }) => [month, own]))
}
