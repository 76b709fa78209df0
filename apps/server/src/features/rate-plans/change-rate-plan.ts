import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { type AuditContext, changedFields, recordAudit } from '../audit/record-audit.ts'
import { pricesChanged } from '../location-pricing/prices-changed.ts'
import { refuseTooManyPlans } from '../price-lists/own-prices-limit.ts'
import { mayEditPrices, type PriceOwner, usable } from '../price-lists/price-owner.ts'
import { checkEntries } from './check-entries.ts'
import {
  deleteRatePlan,
  findRatePlan,
  findTakeableLists,
  insertRatePlan,
  lockRatePlan,
  type RatePlanRow,
  setRatePlanEntries,
  updateRatePlan,
} from './rate-plan-queries.ts'
import { insertRatePlanVersion } from './rate-plan-version-queries.ts'

type Who = { actor: Actor; audit: AuditContext }
interface Content {
  name: string
  entries: readonly RatePlanEntry[]
  reason: string | null
}

/** The plan, if the actor may read it; else it does not exist. */
export async function getPlanRow(db: Queryable, actor: Actor, planId: number): Promise<RatePlanRow> {
  const row = await findRatePlan(db, actor, planId)
  if (!row) throw new AppError('not_found')
  return row
}

export async function createRatePlan(
  tx: Queryable,
  { actor, audit }: Who,
  owner: PriceOwner,
  { name, entries, reason }: Content,
): Promise<number> {
  await checkEntries(tx, actor, owner, entries, [])
  const id = await insertRatePlan(tx, owner, name, audit.at)
  await refuseTooManyPlans(tx, owner)
  await setRatePlanEntries(tx, id, entries)
  await insertRatePlanVersion(tx, id, { changedBy: actor.userId, reason, now: audit.at })
  await recordAudit(tx, audit, {
    action: 'rate_plan_created',
    ...owner,
    after: ratePlanFacts(id, 1, name, entries),
  })
  return id
}

/** Replaces name and entries, then has its locations re-priced. */
export async function changeRatePlan(
  deps: Deps,
  db: Db,
  { actor, audit }: Who,
  ratePlanId: number,
  { version, name, entries, reason }: Content & { version: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await getEditable(tx, actor, ratePlanId)
    if (!(await updateRatePlan(tx, ratePlanId, version, name, audit.at)))
      throw new AppError('edited_meanwhile')
    const owner = { companyId: row.company_id, userId: row.user_id }
    await checkEntries(tx, actor, owner, entries, row.entries)
    await setRatePlanEntries(tx, ratePlanId, entries)
    await insertRatePlanVersion(tx, ratePlanId, { changedBy: actor.userId, reason, now: audit.at })
    const was = ratePlanFacts(ratePlanId, version, row.name, row.entries)
    const changed = changedFields(was, ratePlanFacts(ratePlanId, version + 1, name, entries))
    await recordAudit(tx, audit, { action: 'rate_plan_changed', ...owner, ...changed })
    if (row.location_count === 0) return
    const change = { changedBy: actor.userId, at: audit.at, reason }
    const entriesBefore = row.entries.map(plainEntry)
    await pricesChanged(tx, { ...change, kind: 'ratePlan', ratePlanId, version: version + 1, entriesBefore })
  })
  await deps.repricings.begin()
}

export async function removeRatePlan(db: Db, { actor, audit }: Who, planId: number): Promise<void> {
  await db.transaction(async (tx) => {
    // A location that takes it meanwhile would lose it without a word.
    await lockRatePlan(tx, planId)
    const row = await getEditable(tx, actor, planId)
    if (row.location_count > 0) throw new AppError('rate_plan_in_use')
    await deleteRatePlan(tx, planId)
    const { company_id: companyId, user_id: userId } = row
    const before = ratePlanFacts(planId, row.version, row.name, row.entries)
    await recordAudit(tx, audit, { action: 'rate_plan_deleted', companyId, userId, before })
  })
}

/** Copies a plan with lists that its new owner may use; entries of others are left out, for they would stay foreign. */
export async function copyRatePlan(
  tx: Queryable,
  { actor, audit }: Who,
  owner: PriceOwner,
  { name, entries }: { name: string; entries: RatePlanView['entries'] },
): Promise<number> {
  const ids = [...new Set(entries.map(({ priceListId }) => priceListId))]
  const takeable = new Set(await findTakeableLists(tx, owner, ids, usable(actor)))
  const taken = entries.filter(({ priceListId }) => takeable.has(priceListId)).map(plainEntry)
  return createRatePlan(tx, { actor, audit }, owner, { name, entries: taken, reason: null })
}

async function getEditable(tx: Queryable, actor: Actor, planId: number): Promise<RatePlanRow> {
  const row = await getPlanRow(tx, actor, planId)
  if (!mayEditPrices(actor, row)) throw new AppError('not_allowed')
  return row
}

const plainEntry = ({ priceListId, validFrom, validTo }: RatePlanEntry): RatePlanEntry => ({
  priceListId,
  validFrom,
  validTo,
})

/** For the audit log. */
export function ratePlanFacts(id: number, version: number, name: string, entries: readonly RatePlanEntry[]) {
  const days = ({ validFrom, validTo }: RatePlanEntry) => `${validFrom} – ${validTo ?? '…'}`
  const priceLists = entries.map((entry) => `#${entry.priceListId} ${days(entry)}`)
  return { id, version, name, priceLists }
}
