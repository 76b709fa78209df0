import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** What a location's energy has cost and earned in a month so far. */
export interface MonthCost {
  location_id: number
  /** 'YYYY-MM' */
  month: string
  until: number
  currency: CurrencyCode
  /** Exact decimals; null if unknown. */
  import_cost: string | null
  export_revenue: string | null
  is_provisional: boolean
  fingerprint: string
}

export async function upsertMonthCosts(db: Queryable, costs: readonly MonthCost[]): Promise<void> {
  const rows = costs.map((cost) => ({ ...cost, until: new Date(cost.until).toISOString() }))
  await db.run(sql`
    insert into location_cost (location_id, month, until, currency, import_cost, export_revenue, is_provisional,
      fingerprint)
    select r.location_id, r.month, r.until, r.currency, r.import_cost, r.export_revenue, r.is_provisional, r.fingerprint
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (location_id int, month text, until timestamptz,
      currency text, import_cost text, export_revenue text, is_provisional boolean, fingerprint text)
    where exists (select from location where id = r.location_id)
    on conflict (location_id) do update set month = excluded.month, until = excluded.until,
      currency = excluded.currency, import_cost = excluded.import_cost, export_revenue = excluded.export_revenue,
      is_provisional = excluded.is_provisional, fingerprint = excluded.fingerprint`)
}

export function findMonthCosts(db: Queryable, companyId: number): Promise<MonthCost[]> {
  return db.rows<MonthCost>(sql`
    select c.location_id, c.month, c.until, c.currency, c.import_cost, c.export_revenue, c.is_provisional, c.fingerprint
    from location_cost c join location l on l.id = c.location_id
    where l.company_id = ${companyId} and l.deletion_due_at is null order by c.location_id`)
}

/** The locations of a company that have a utility rate plan. */
export async function findPlannedLocations(db: Queryable, companyId: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select l.id from location l join location_pricing p on p.location_id = l.id
    where l.company_id = ${companyId} and l.deletion_due_at is null and p.rate_plan_id is not null order by l.id`)
  return rows.map(({ id }) => id)
}
