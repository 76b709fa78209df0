import type { moneyEndpoints } from '@ohmstead/contract/money'
import { AppError } from '../../platform/app-error.ts'
import type { Context } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { notifyLive } from '../link/link-notices.ts'
import { clearBudgetAlarms } from './budget-alarm-queries.ts'
import { deleteBudget, findBudgets, writeBudget } from './budget-queries.ts'

/** Alarms of the budget of before end with it; the new one is judged next. */
export async function setBudget(context: Context<typeof moneyEndpoints.setBudget>): Promise<void> {
  const { db, deps, actor, params, body } = context
  const { locationId } = params
  const { amount, currency, version } = body
  const at = deps.clock.now()
  await db.transaction(async (tx) => {
    const [before] = await findBudgets(tx, [locationId])
    const isWritten =
      amount === null
        ? (version === 0 && !before) || (await deleteBudget(tx, locationId, version))
        : await writeBudget(tx, { locationId, amount, currency, userId: actor.userId, at }, version)
    if (!isWritten) throw new AppError('edited_meanwhile')
    const changed = changedFields(
      { budget: before ? `${before.amount} ${before.currency}` : null },
      { budget: amount === null ? null : `${amount} ${currency}` },
    )
    if (changed) {
      const entry = { action: 'location_budget_changed' as const, locationId, ...changed }
      await recordAudit(tx, auditContextOf(context), entry)
    }
    if (await clearBudgetAlarms(tx, [], { locationId, code: '', at }))
      await notifyLive(tx, { t: 'alarms', l: [locationId] })
  })
}
