import type { KeptInvoiceCheck } from '@ohmstead/contract/invoice-check'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type CheckRow, findCheck } from './invoice-check-queries.ts'

export const checkView = ({
  valid_from,
  valid_to,
  checked_at,
  checked_by,
  ...row
}: CheckRow): KeptInvoiceCheck => ({
  id: row.id,
  from: valid_from,
  to: valid_to,
  supplier: row.supplier,
  number: row.number,
  result: row.result,
  checkedAt: checked_at,
  checkedBy: checked_by,
})

export async function getCheck(
  db: Queryable,
  { locationId, invoiceCheckId }: { locationId: number; invoiceCheckId: number },
) {
  const row = await findCheck(db, locationId, invoiceCheckId)
  if (!row) throw new AppError('not_found')
  const check = checkView(row)
  return { check, invoice: { ...row.invoice, from: check.from, to: check.to } }
}
