import type { KeptInvoiceCheck } from '@ohmstead/contract/invoice-check'
import type { Invoice } from '@ohmstead/pricing/invoice/invoice-model'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export type CheckRow = Omit<KeptInvoiceCheck, 'from' | 'to' | 'checkedAt' | 'checkedBy'> & {
  valid_from: string
  valid_to: string
  checked_at: number
  checked_by: string | null
}

const listed = 200

const columns = sql`c.id, c.valid_from, c.valid_to, c.invoice ->> 'supplier' as supplier, c.invoice ->> 'number' as number,
  c.result, c.checked_at, nullif(trim(u.first_name), '') as checked_by`

export function findChecks(db: Queryable, locationId: number): Promise<CheckRow[]> {
  return db.rows<CheckRow>(sql`
    select ${columns} from invoice_check c left join app_user u on u.id = c.checked_by
    where c.location_id = ${locationId} order by c.id desc limit ${listed}`)
}

export function findCheck(
  db: Queryable,
  locationId: number,
  checkId: number,
): Promise<(CheckRow & { invoice: Invoice }) | undefined> {
  return db.row<CheckRow & { invoice: Invoice }>(sql`
    select ${columns}, c.invoice from invoice_check c left join app_user u on u.id = c.checked_by
    where c.location_id = ${locationId} and c.id = ${checkId}`)
}

export interface CheckToKeep {
  from: string
  to: string
  invoice: Omit<Invoice, 'from' | 'to'>
  result: KeptInvoiceCheck['result']
  checkedBy: number
  at: number
}

/** The new id; beyond the most that are listed the oldest make room. */
export async function insertCheck(
  tx: Queryable,
  locationId: number,
  { from, to, invoice, result, checkedBy, at }: CheckToKeep,
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into invoice_check (location_id, valid_from, valid_to, invoice, result, checked_by, checked_at)
    values (${locationId}, ${from}, ${to}, ${JSON.stringify(invoice)}::jsonb, ${JSON.stringify(result)}::jsonb,
      ${checkedBy}, ${new Date(at)}) returning id`)
  await tx.run(sql`
    delete from invoice_check where location_id = ${locationId} and id < (
      select id from invoice_check where location_id = ${locationId} order by id desc offset ${listed - 1} limit 1)`)
  return row!.id
}

export function deleteCheck(tx: Queryable, locationId: number, checkId: number): Promise<number> {
  return tx.run(sql`delete from invoice_check where location_id = ${locationId} and id = ${checkId}`)
}
