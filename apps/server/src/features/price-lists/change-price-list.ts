import type { Actor } from '@ohmstead/domain/access/permission'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { isForeignKeyViolation } from '../../platform/db/db-error.ts'
import { sql } from '../../platform/db/sql.ts'
import { type AuditContext, changedFields, recordAudit } from '../audit/record-audit.ts'
import { pricesChanged } from '../location-pricing/prices-changed.ts'
import { checkPriceList } from './check-price-list.ts'
import { refuseTooManyLists } from './own-prices-limit.ts'
import {
  deletePriceList,
  findPriceList,
  insertPriceList,
  insertPriceListVersion,
  lockPriceLists,
  type PriceListContent,
  type PriceListRow,
  updatePriceList,
} from './price-list-queries.ts'
import { findEntriesOutside } from './price-list-usage-queries.ts'
import { todayOf } from './price-list-view.ts'
import { mayEditPrices, type PriceOwner } from './price-owner.ts'

type Who = { actor: Actor; audit: AuditContext }
interface Offer {
  id: number
  version: number
}
type Content = PriceListContent & { reason: string | null }

/** The list, if the actor may read it; else it does not exist. */
export async function getPriceList(
  db: Queryable,
  actor: Actor,
  id: number,
  now: number,
): Promise<PriceListRow> {
  const row = await findPriceList(db, actor, id, todayOf(now))
  if (!row) throw new AppError('not_found')
  return row
}

export async function createPriceList(
  tx: Queryable,
  { actor, audit }: Who,
  owner: PriceOwner,
  content: Content,
  offer: Offer | null,
): Promise<number> {
  await checkPriceList(tx, content)
  const id = await insertPriceList(tx, owner, content, offer, audit.at)
  await refuseTooManyLists(tx, owner)
  const { reason } = content
  await insertPriceListVersion(tx, id, { changedBy: actor.userId, reason, now: audit.at })
  await recordAudit(tx, audit, {
    action: 'price_list_created',
    ...owner,
    after: priceListFacts(id, 1, content),
  })
  return id
}

/** Writes a new version, then has everything re-priced that the list prices. */
export async function changePriceList(
  deps: Deps,
  db: Db,
  { actor, audit }: Who,
  priceListId: number,
  { version, ...content }: Content & { version: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getEditable(tx, actor, priceListId, audit.at)
    await checkPriceList(tx, content)
    // Locked, so that no plan takes it for days that it is losing.
    await lockPriceLists(tx, [priceListId])
    const days = await findEntriesOutside(tx, priceListId, content)
    if (days.length > 0) throw new AppError('price_list_days_used', { days })
    if (!(await updatePriceList(tx, priceListId, version, content, audit.at)))
      throw new AppError('edited_meanwhile')
    const { reason } = content
    await insertPriceListVersion(tx, priceListId, { changedBy: actor.userId, reason, now: audit.at })
    const was = priceListFacts(priceListId, version, { ...contentOf(before), reason: null })
    const changed = changedFields(was, priceListFacts(priceListId, version + 1, content))
    const { company_id: companyId, user_id: userId } = before
    await recordAudit(tx, audit, { action: 'price_list_changed', companyId, userId, ...changed })
    if (before.plan_count === 0) return
    const change = { changedBy: actor.userId, at: audit.at, reason }
    const versions = { versionBefore: version, version: version + 1 }
    await pricesChanged(tx, { ...change, kind: 'priceList', priceListId, ...versions })
  })
  await deps.repricings.begin()
}

export async function removePriceList(db: Db, { actor, audit }: Who, priceListId: number): Promise<void> {
  const removed = db.transaction(async (tx) => {
    const before = await getEditable(tx, actor, priceListId, audit.at)
    if (before.is_active) throw new AppError('price_list_active')
    if (before.plan_count > 0) throw new AppError('price_list_in_use')
    await deletePriceList(tx, priceListId)
    const { company_id: companyId, user_id: userId } = before
    const facts = priceListFacts(priceListId, before.version, { ...contentOf(before), reason: null })
    await recordAudit(tx, audit, { action: 'price_list_deleted', companyId, userId, before: facts })
  })
  // A plan may have taken it since.
  await removed.catch((error) => {
    throw isForeignKeyViolation(error) ? new AppError('price_list_in_use') : error
  })
}

async function getEditable(tx: Queryable, actor: Actor, id: number, now: number): Promise<PriceListRow> {
  const row = await getPriceList(tx, actor, id, now)
  if (!mayEditPrices(actor, row)) throw new AppError('not_allowed')
  return row
}

/** The current version of an offer of the library. */
export async function getOffer(db: Queryable, id: number): Promise<Offer> {
  const offer = await db.row<Offer>(sql`select id, version from supply_offer where id = ${id}`)
  if (!offer) throw new AppError('invalid_request', { fields: { supplyOfferId: 'required' } })
  return offer
}

export const contentOf = (row: PriceListRow): PriceListContent => ({
  name: row.name,
  utility: row.utility,
  countryCode: row.country_code,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  terms: row.terms,
})

/** For the audit log; the terms themselves are kept as versions. */
export function priceListFacts(id: number, version: number, content: Content) {
  const { name, utility, validFrom, validTo, reason } = content
  return { id, version, name, utility, validFrom, validTo, reason }
}
