import type { invoiceCheckEndpoints, KeptInvoiceCheck } from '@ohmstead/contract/invoice-check'
import { compareInvoice } from '@ohmstead/pricing/invoice/compare-invoice'
import type { Context } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { getBill } from '../location-pricing/get-bill.ts'
import { getCheck } from './get-invoice-check.ts'
import { insertCheck } from './invoice-check-queries.ts'

/** Compares again with the bill, so that what is kept is not what a browser claims. */
export async function keepCheck(context: Context<typeof invoiceCheckEndpoints.keep>) {
  const { db, deps, actor, params, body } = context
  const { locationId } = params
  const { from, to, invoice } = body
  const { bill } = await getBill({ ...context, query: { from, to } })
  const compared = compareInvoice({ ...invoice, from, to }, bill)
  const { verdict, currency, invoiceTotal, billTotal, difference, differences } = compared
  const result: KeptInvoiceCheck['result'] = {
    ...{ verdict, currency, invoiceTotal, billTotal, difference },
    differences: differences.map(({ kind, amount }) => ({ kind, amount })),
  }
  return db.transaction(async (tx) => {
    const kept = { from, to, invoice, result, checkedBy: actor.userId, at: deps.clock.now() }
    const id = await insertCheck(tx, locationId, kept)
    const { check } = await getCheck(tx, { locationId, invoiceCheckId: id })
    const after = { id, from, to, number: invoice.number, verdict, difference }
    await recordAudit(tx, auditContextOf(context), { action: 'invoice_check_kept', locationId, after })
    return { check }
  })
}
