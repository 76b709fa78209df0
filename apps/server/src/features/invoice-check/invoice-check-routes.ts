import { invoiceCheckEndpoints } from '@ohmstead/contract/invoice-check'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { checkView, getCheck } from './get-invoice-check.ts'
import { deleteCheck, findChecks } from './invoice-check-queries.ts'
import { keepCheck } from './keep-invoice-check.ts'

export const invoiceCheckRoutes: Route[] = [
  route(invoiceCheckEndpoints.list, async ({ db, params }) => ({
    checks: (await findChecks(db, params.locationId)).map(checkView),
  })),

  route(invoiceCheckEndpoints.get, ({ db, params }) => getCheck(db, params)),

  route(invoiceCheckEndpoints.keep, keepCheck),

  route(invoiceCheckEndpoints.remove, async (context) => {
    const { db, params } = context
    const { locationId, invoiceCheckId } = params
    await db.transaction(async (tx) => {
      const { check } = await getCheck(tx, params)
      if ((await deleteCheck(tx, locationId, invoiceCheckId)) === 0) throw new AppError('not_found')
      const before = { id: check.id, from: check.from, to: check.to, number: check.number }
      await recordAudit(tx, auditContextOf(context), { action: 'invoice_check_deleted', locationId, before })
    })
  }),
]
