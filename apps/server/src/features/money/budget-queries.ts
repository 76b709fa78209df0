import type { DecimalText } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface BudgetRow {
  location_id: number
  amount: DecimalText
  currency: CurrencyCode
  version: number
  set_at: number
  /** Null if the account is gone. */
  set_by: string | null
}

export function findBudgets(db: Queryable, locationIds: readonly number[]): Promise<BudgetRow[]> {
  return db.rows<BudgetRow>(sql`
    select b.location_id, b.amount, b.currency, b.version, b.set_at,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as set_by
    from location_budget b left join app_user u on u.id = b.set_by
    where b.location_id = any(${locationIds}::int[])`)
}

interface BudgetWrite {
  locationId: number
  amount: DecimalText
  currency: CurrencyCode
  userId: number
  at: number
}

/** Writes a budget over the version that was seen (0: none), to be judged next; false if somebody was faster. */
export async function writeBudget(tx: Queryable, write: BudgetWrite, version: number): Promise<boolean> {
  const { locationId, amount, currency, userId, at } = write
  const count =
    version === 0
      ? await tx.run(sql`
          insert into location_budget (location_id, amount, currency, set_by, set_at)
          values (${locationId}, ${amount}, ${currency}, ${userId}, ${new Date(at)})
          on conflict (location_id) do nothing`)
      : await tx.run(sql`
          update location_budget set amount = ${amount}, currency = ${currency}, set_by = ${userId},
            set_at = ${new Date(at)}, version = version + 1, judged_at = null
          where location_id = ${locationId} and version = ${version}`)
  return count > 0
}

export async function deleteBudget(tx: Queryable, locationId: number, version: number): Promise<boolean> {
  const count = await tx.run(sql`
    delete from location_budget where location_id = ${locationId} and version = ${version}`)
  return count > 0
}

/**
 * Takes budgets that were not judged since an instant, so that no other process judges them meanwhile; the ones that
 * waited longest first.
 */
export async function takeDueBudgets(
  db: Queryable,
  { since, now, limit }: { since: number; now: number; limit: number },
): Promise<number[]> {
  const rows = await db.rows<{ location_id: number }>(sql`
    update location_budget b set judged_at = ${new Date(now)}
    from (
      select d.location_id from location_budget d join location l on l.id = d.location_id
      where (d.judged_at is null or d.judged_at <= ${new Date(since)}) and l.deletion_due_at is null
      order by d.judged_at nulls first, d.location_id limit ${limit} for update of d skip locked
    ) due
    where b.location_id = due.location_id returning b.location_id`)
  return rows.map(({ location_id }) => location_id)
}

/** Holds a budget until the transaction ends; false if it is another one meanwhile, or none. */
export async function holdBudget(
  tx: Queryable,
  { location_id, version, set_at }: Pick<BudgetRow, 'location_id' | 'version' | 'set_at'>,
): Promise<boolean> {
  const row = await tx.row<{ version: number; set_at: number }>(sql`
    select version, set_at from location_budget where location_id = ${location_id} for update`)
  return row?.version === version && row.set_at === set_at
}
