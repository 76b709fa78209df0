import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { findCostsUpToDate, renewCostFingerprints } from '../location-pricing/month-cost-queries.ts'
import { priceListFacts } from '../price-lists/change-price-list.ts'
import { getPriceLists, insertPriceListVersion, lockPriceLists } from '../price-lists/price-list-queries.ts'
import type { PriceOwner } from '../price-lists/price-owner.ts'
import { ratePlanFacts } from './change-rate-plan.ts'
import { listsOf } from './check-entries.ts'
import {
  findForeignLists,
  findLeftPlans,
  insertListCopy,
  type LeftPlanRow,
  replaceLocationPlans,
} from './left-plan-queries.ts'
import { insertRatePlan, setRatePlanEntries } from './rate-plan-queries.ts'
import { insertRatePlanVersion } from './rate-plan-version-queries.ts'

/**
 * To be called in every transaction that may end somebody's right to edit a location, or locations: one that their own
 * plan prices gets a copy of it, so that they no longer change what others pay. Their plan stays theirs. Nothing is
 * priced again, for the copy says the same.
 */
export async function leavePlanCopies(
  tx: Queryable,
  audit: AuditContext,
  { userId, locationId = null }: { userId: number; locationId?: number | null },
): Promise<void> {
  const left = await findLeftPlans(tx, { userId, locationId })
  if (left.length === 0) return
  const ids = left.map((row) => row.location_id)
  const upToDate = await findCostsUpToDate(tx, ids)
  const ofOneOwner = Map.groupBy(left, (row) => `${row.company_id} ${row.owner_id}`)
  for (const rows of ofOneOwner.values()) await leaveTo(tx, audit, rows)
  await renewCostFingerprints(tx, upToDate)
}

/**
 * The location's company, as when an account is deleted. Homes without a company share the platform's, whose prices
 * everybody with such a home may use and only a super admin edits: there it is the owner of the home, if it has one.
 */
const ownerOfCopy = ({ company_id, owner_id }: LeftPlanRow): PriceOwner =>
  owner_id === null ? { companyId: company_id, userId: null } : { companyId: null, userId: owner_id }

/** Copies of all plans for locations whose copies belong to the same company or person, each list once. */
async function leaveTo(tx: Queryable, audit: AuditContext, rows: readonly LeftPlanRow[]): Promise<void> {
  const [first] = rows as [LeftPlanRow]
  const companyId = first.company_id
  const owner = ownerOfCopy(first)
  const copies = await copyLists(tx, audit, rows, owner)
  for (const of of Map.groupBy(rows, (row) => row.plan_id).values()) {
    const { plan_id: planId, name, entries } = of[0]!
    const copied = entries.map((entry) => ({
      ...entry,
      priceListId: copies.get(entry.priceListId) ?? entry.priceListId,
    }))
    const ratePlanId = await copyPlan(tx, audit, owner, { name, entries: copied })
    const locationIds = of.map((row) => row.location_id)
    await replaceLocationPlans(tx, locationIds, ratePlanId, audit.at)
    const before = { ratePlanId: planId }
    const [locationId] = locationIds
    await recordAudit(
      tx,
      audit,
      locationIds.length === 1
        ? { action: 'location_plan_changed', locationId: locationId!, before, after: { ratePlanId } }
        : {
            action: 'location_plans_changed',
            companyId,
            before,
            after: { ratePlanId, assigned: locationIds.length },
          },
    )
  }
}

/** Copies of lists, by the id of the original. Lists of the location's company stay the ones that it corrects. */
async function copyLists(
  tx: Queryable,
  audit: AuditContext,
  rows: readonly LeftPlanRow[],
  owner: PriceOwner,
): Promise<Map<number, number>> {
  const ids = listsOf(rows.flatMap(({ entries }) => entries))
  await lockPriceLists(tx, ids)
  const copies = new Map<number, number>()
  const companyId = rows[0]!.company_id
  for (const listId of await findForeignLists(tx, ids, { companyId, userId: owner.userId })) {
    const id = await insertListCopy(tx, listId, owner, audit.at)
    await insertPriceListVersion(tx, id, {
      changedBy: audit.actor?.userId ?? null,
      reason: null,
      now: audit.at,
    })
    const [list] = await getPriceLists(tx, [id])
    const after = priceListFacts(id, 1, { ...list!, reason: null })
    await recordAudit(tx, audit, { action: 'price_list_created', ...owner, after })
    copies.set(listId, id)
  }
  return copies
}

async function copyPlan(
  tx: Queryable,
  audit: AuditContext,
  owner: PriceOwner,
  { name, entries }: { name: string; entries: readonly RatePlanEntry[] },
): Promise<number> {
  const id = await insertRatePlan(tx, owner, name, audit.at)
  await setRatePlanEntries(tx, id, entries)
  await insertRatePlanVersion(tx, id, {
    changedBy: audit.actor?.userId ?? null,
    reason: null,
    now: audit.at,
  })
  const after = ratePlanFacts(id, 1, name, entries)
  await recordAudit(tx, audit, { action: 'rate_plan_created', ...owner, after })
  return id
}
