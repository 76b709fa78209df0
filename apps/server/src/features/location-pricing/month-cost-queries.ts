import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { MissingPrice } from '@ohmstead/pricing/price-component'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { selectFingerprints } from './price-fingerprints.ts'

/** What a location's energy has cost and earned in a month so far. */
export interface MonthCost {
  location_id: number
  /** 'YYYY-MM' */
  month: string
  until: number
  currency: CurrencyCode
  /** Exact decimals; null if unknown, with a reason in `missing`. */
  import_cost: string | null
  export_revenue: string | null
  is_provisional: boolean
  missing: MissingPrice[]
  /** Of the prices it followed from (`selectFingerprints`). */
  fingerprint: string
}

export async function upsertMonthCosts(db: Queryable, costs: readonly MonthCost[]): Promise<void> {
  const rows = costs.map((cost) => ({ ...cost, until: new Date(cost.until).toISOString() }))
  await db.run(sql`
    insert into location_cost (location_id, month, until, currency, import_cost, export_revenue, is_provisional,
      missing, fingerprint)
    select r.location_id, r.month, r.until, r.currency, r.import_cost, r.export_revenue, r.is_provisional, r.missing,
      r.fingerprint
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (location_id int, month text, until timestamptz,
      currency text, import_cost text, export_revenue text, is_provisional boolean, missing jsonb, fingerprint text)
    where exists (select from location where id = r.location_id)
    on conflict (location_id) do update set month = excluded.month, until = excluded.until,
      currency = excluded.currency, import_cost = excluded.import_cost, export_revenue = excluded.export_revenue,
      is_provisional = excluded.is_provisional, missing = excluded.missing, fingerprint = excluded.fingerprint`)
}

/** The locations of a company that have a utility rate plan. */
export async function findPlannedLocations(db: Queryable, companyId: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select l.id from location l join location_pricing p on p.location_id = l.id
    where l.company_id = ${companyId} and l.deletion_due_at is null and p.rate_plan_id is not null order by l.id`)
  return rows.map(({ id }) => id)
}

/** Those of them whose month so far was worked out before. */
export async function findWorkedOut(db: Queryable, locationIds: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select location_id as id from location_cost where location_id = any(${locationIds}::int[]) order by 1`)
  return rows.map(({ id }) => id)
}

const fingerprintsNow = (locationIds: readonly number[]): Sql =>
  selectFingerprints(sql`
    select location_id, until from location_cost where location_id = any(${locationIds}::int[])`)

/** Those of them whose stored cost follows from the prices of now. */
export async function findCostsUpToDate(tx: Queryable, locationIds: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    select c.location_id as id from location_cost c join (${fingerprintsNow(locationIds)}) now using (location_id)
    where c.fingerprint = now.fingerprint order by 1`)
  return rows.map(({ id }) => id)
}

/** After prices were replaced by equal ones: costs that were up to date still are. */
export async function renewCostFingerprints(tx: Queryable, locationIds: readonly number[]): Promise<void> {
  if (locationIds.length === 0) return
  await tx.run(sql`
    update location_cost c set fingerprint = now.fingerprint from (${fingerprintsNow(locationIds)}) now
    where c.location_id = now.location_id`)
}

/** The job that works out a company's costs at the moment. */
export async function findOpenRefresh(db: Queryable, companyId: number): Promise<number | null> {
  const row = await db.row<{ id: number }>(sql`
    select id from job where kind = 'month_costs' and company_id = ${companyId} and state in ('queued', 'running')
    order by id desc limit 1`)
  return row?.id ?? null
}
