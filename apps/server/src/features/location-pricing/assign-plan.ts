import type { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import type { Actor } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { isForeignKeyViolation } from '../../platform/db/db-error.ts'
import type { Context } from '../../route.ts'
import { type AuditContext, auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { todayOf } from '../price-lists/price-list-view.ts'
import { findLocationsToAssign } from './find-locations-to-price.ts'
import { findPricedLocations, findUsablePlan, setLocationPlans } from './location-pricing-queries.ts'
import { pricesChanged } from './prices-changed.ts'

/** Gives many locations one plan; one whose prices somebody else changes at the same moment keeps theirs. */
export async function assignPlan(context: Context<typeof locationPricingEndpoints.assignPlan>) {
  const { db, deps, actor, params, body } = context
  const by = { actor, audit: auditContextOf(context) }
  try {
    const assigned = await db.transaction((tx) => givePlan(tx, by, { ...params, ...body }))
    await deps.repricings.begin()
    return { assigned }
  } catch (error) {
    throw isForeignKeyViolation(error) ? new AppError('not_found') : error
  }
}

interface Assignment {
  companyId: number
  ratePlanId: number
  locationGroupId: number | null
  locationIds: readonly number[] | null
  onlyUnpriced: boolean
}

/** Returns how many locations have another plan than before. */
export async function givePlan(
  tx: Queryable,
  { actor, audit }: { actor: Actor; audit: AuditContext },
  { companyId, ratePlanId, locationGroupId, locationIds, onlyUnpriced }: Assignment,
): Promise<number> {
  const { at } = audit
  if (!(await findUsablePlan(tx, ratePlanId, { companyId, userId: actor.userId })))
    throw new AppError('not_found')
  const asked = { companyId, locationGroupId: locationGroupId ?? undefined, day: todayOf(at) }
  const ids = await findLocationsToAssign(tx, actor, { ...asked, locationIds, onlyUnpriced })
  const rows = (await findPricedLocations(tx, ids)).filter(({ plan }) => plan?.id !== ratePlanId)
  const assigned = new Set(await setLocationPlans(tx, rows, { ratePlanId, now: at }))
  if (assigned.size === 0) return 0
  await recordAudit(tx, audit, {
    action: 'location_plans_changed',
    companyId,
    after: { ratePlanId, assigned: assigned.size, locationGroupId, onlyUnpriced },
  })
  const before = rows
    .filter(({ location_id }) => assigned.has(location_id))
    .map(({ location_id, plan }) => ({ location_id, plan }))
  await pricesChanged(tx, { kind: 'locationPlans', before, changedBy: actor.userId, at, reason: null })
  return assigned.size
}
