import { investmentEndpoints } from '@ohmstead/contract/savings-investments'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { assessPaybacks } from './assess-paybacks.ts'
import {
  deleteInvestment,
  findInvestment,
  findInvestments,
  insertInvestment,
  updateInvestment,
} from './investment-queries.ts'

/** Nobody buys more for one place; each of them is assessed whenever the list is shown. */
export const mostInvestments = 50

export const investmentRoutes: Route[] = [
  route(investmentEndpoints.list, async (context) => {
    const investments = await findInvestments(context.db, context.params.locationId)
    return { investments, paybacks: await assessPaybacks(context, context.params.locationId, investments) }
  }),

  route(investmentEndpoints.create, async (context) => {
    const { db, deps, params, body } = context
    const { locationId } = params
    return db.transaction(async (tx) => {
      const limits = { most: mostInvestments, now: deps.clock.now() }
      const investmentId = await insertInvestment(tx, locationId, body, limits)
      if (investmentId === null) throw new AppError('too_many_investments')
      await recordAudit(tx, auditContextOf(context), { action: 'investment_added', locationId, after: body })
      return { investment: await getInvestment(tx, { locationId, investmentId }) }
    })
  }),

  route(investmentEndpoints.update, async (context) => {
    const { db, deps, params, body } = context
    const { version, ...written } = body
    return db.transaction(async (tx) => {
      const before = await getInvestment(tx, params)
      const seen = { version, now: deps.clock.now() }
      if (!(await updateInvestment(tx, params.investmentId, written, seen)))
        throw new AppError('edited_meanwhile')
      const { locationId } = params
      const changed = changedFields(
        { ...before, id: null, version: null },
        { ...written, id: null, version: null },
      )
      if (changed)
        await recordAudit(tx, auditContextOf(context), {
          action: 'investment_changed',
          locationId,
          ...changed,
        })
      return { investment: await getInvestment(tx, params) }
    })
  }),

  route(investmentEndpoints.remove, async (context) => {
    const { db, params } = context
    const { locationId, investmentId } = params
    await db.transaction(async (tx) => {
      const { id: _, version: __, ...before } = await getInvestment(tx, params)
      await deleteInvestment(tx, investmentId)
      await recordAudit(tx, auditContextOf(context), { action: 'investment_removed', locationId, before })
    })
  }),
]

async function getInvestment(
  db: Queryable,
  { locationId, investmentId }: { locationId: number; investmentId: number },
) {
  const found = await findInvestment(db, locationId, investmentId)
  if (!found) throw new AppError('not_found')
  return found
}
