import type { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/db-error.ts'
import type { Context } from '../../route.ts'
import { type AuditEntry, auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { refuseSharedTwice } from '../energy-sharing/refuse-shared-twice.ts'
import { findDevice } from '../portal/points/abstract-device-queries.ts'
import { getPricedRow, getPricing } from './get-pricing.ts'
import {
  findLocationOfDevice,
  findUsablePlan,
  type PricedLocationRow,
  setLocationPricing,
} from './location-pricing-queries.ts'
import { pricesChanged } from './prices-changed.ts'

type PlanContext = Context<typeof locationPricingEndpoints.setPlan>
type PointContext = Context<typeof locationPricingEndpoints.setPoint>

export async function changePlan(context: PlanContext) {
  const { actor, params, body } = context
  return changeSettings(context, body.version, 'location_plan_changed', async (tx, row) => {
    const { ratePlanId } = body
    const scope = { companyId: row.company_id, userId: actor.userId }
    const isKept = ratePlanId === null || ratePlanId === row.plan?.id
    if (!isKept && !(await findUsablePlan(tx, ratePlanId, scope))) throw new AppError('not_found')
    return { ...settingsOf(row), ratePlanId }
  }).then(() => answer(context, params.locationId))
}

export async function changePoint(context: PointContext) {
  const { actor, params, body } = context
  return changeSettings(context, body.version, 'location_point_changed', async (tx, row) => {
    const { abstractDeviceId, manualPoint = row.manual_point } = body
    if (abstractDeviceId !== null && abstractDeviceId !== row.device?.id) {
      const device = await findDevice(tx, abstractDeviceId)
      if (device?.user_id !== actor.userId) throw new AppError('not_found')
      if (await findLocationOfDevice(tx, abstractDeviceId, params.locationId))
        throw new AppError('metering_point_joined')
    }
    return { ...settingsOf(row), abstractDeviceId, manualPoint }
  }).then(() => answer(context, params.locationId))
}

type Settings = ReturnType<typeof settingsOf>

const settingsOf = (row: PricedLocationRow) => ({
  ratePlanId: row.plan?.id ?? null,
  abstractDeviceId: row.device?.id ?? null,
  manualPoint: row.manual_point,
})

/** Writes what `choose` makes of a location's settings, unless somebody else changed them since the caller read them. */
async function changeSettings(
  context: PlanContext | PointContext,
  version: number,
  action: AuditEntry['action'],
  choose: (tx: Queryable, row: PricedLocationRow) => Promise<Settings>,
): Promise<void> {
  const { locationId } = context.params
  const at = context.deps.clock.now()
  const write = async (tx: Queryable) => {
    const row = await getPricedRow(tx, locationId)
    const before = settingsOf(row)
    const after = await choose(tx, row)
    const written = { version, now: at }
    if (!(await setLocationPricing(tx, locationId, after, written))) throw new AppError('edited_meanwhile')
    const changed = changedFields(before, after)
    if (!changed) return
    if (after.abstractDeviceId !== before.abstractDeviceId) await refuseSharedTwice(tx, locationId)
    await recordAudit(tx, auditContextOf(context), { action, locationId, ...changed })
    const changedBy = context.actor.userId
    await pricesChanged(tx, { kind: 'location', locationId, before: row, changedBy, at, reason: null })
  }
  try {
    await context.db.transaction(write)
  } catch (error) {
    // Another location was joined with the point at the same moment, or plan or point are gone.
    if (isUniqueViolation(error, 'location_pricing_device')) throw new AppError('metering_point_joined')
    throw isForeignKeyViolation(error) ? new AppError('not_found') : error
  }
  await context.deps.repricings.begin()
}

const answer = ({ db, deps, actor }: PlanContext | PointContext, locationId: number) =>
  getPricing(db, locationId, { userId: actor.userId, now: deps.clock.now() })
