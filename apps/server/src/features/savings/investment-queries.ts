import type { InvestmentView } from '@ohmstead/contract/savings-investments'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export type WrittenInvestment = Omit<InvestmentView, 'id' | 'version'>

const columns = sql`id, version, kind, name, price, subsidy, currency, bought_on as "boughtOn", life_years as "lifeYears"`

export function findInvestments(db: Queryable, locationId: number): Promise<InvestmentView[]> {
  return db.rows<InvestmentView>(sql`
    select ${columns} from location_investment where location_id = ${locationId} order by bought_on, id`)
}

export function findInvestment(
  db: Queryable,
  locationId: number,
  investmentId: number,
): Promise<InvestmentView | undefined> {
  return db.row<InvestmentView>(sql`
    select ${columns} from location_investment where location_id = ${locationId} and id = ${investmentId}`)
}

/** Null if the location has as many as it may have. */
export async function insertInvestment(
  tx: Queryable,
  locationId: number,
  { kind, name, price, subsidy, currency, boughtOn, lifeYears }: WrittenInvestment,
  { most, now }: { most: number; now: number },
): Promise<number | null> {
  // Two people at once count one after the other.
  await tx.run(sql`select 1 from location where id = ${locationId} for update`)
  const at = new Date(now)
  const row = await tx.row<{ id: number }>(sql`
    insert into location_investment (location_id, kind, name, price, subsidy, currency, bought_on, life_years,
      created_at, updated_at)
    select ${locationId}, ${kind}, ${name}, ${price}, ${subsidy}, ${currency}, ${boughtOn}::date, ${lifeYears}::smallint,
      ${at}::timestamptz, ${at}::timestamptz
    where (select count(*) from location_investment where location_id = ${locationId}) < ${most}
    returning id`)
  return row?.id ?? null
}

/** Returns whether it still had that version. */
export async function updateInvestment(
  tx: Queryable,
  investmentId: number,
  { kind, name, price, subsidy, currency, boughtOn, lifeYears }: WrittenInvestment,
  { version, now }: { version: number; now: number },
): Promise<boolean> {
  const count = await tx.run(sql`
    update location_investment set kind = ${kind}, name = ${name}, price = ${price}, subsidy = ${subsidy},
      currency = ${currency}, bought_on = ${boughtOn}::date, life_years = ${lifeYears}::smallint,
      version = version + 1, updated_at = ${new Date(now)}
    where id = ${investmentId} and version = ${version}`)
  return count > 0
}

export async function deleteInvestment(tx: Queryable, investmentId: number): Promise<void> {
  await tx.run(sql`delete from location_investment where id = ${investmentId}`)
}
