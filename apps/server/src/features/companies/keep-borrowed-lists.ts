import type { Queryable } from '../../platform/db/db.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { findCostsUpToDate, renewCostFingerprints } from '../location-pricing/month-cost-queries.ts'
import { priceListFacts } from '../price-lists/change-price-list.ts'
import { getPriceLists, insertPriceListVersion, lockPriceLists } from '../price-lists/price-list-queries.ts'
import { insertListCopy } from '../rate-plans/left-plan-queries.ts'
import { findBorrowedLists, findBorrowingLocations, replaceList } from './company-deletion-queries.ts'

/** Before a company goes: people whose own plans have its price lists get copies, so that their homes stay priced. */
export async function keepBorrowedLists(
  tx: Queryable,
  audit: AuditContext,
  companyId: number,
): Promise<void> {
  const borrowed = await findBorrowedLists(tx, companyId)
  if (borrowed.length === 0) return
  await lockPriceLists(
    tx,
    borrowed.map((row) => row.price_list_id),
  )
  const upToDate = await findCostsUpToDate(tx, await findBorrowingLocations(tx, companyId))
  for (const { user_id: userId, price_list_id: from } of borrowed) {
    const id = await insertListCopy(tx, from, { companyId: null, userId }, audit.at)
    const changedBy = audit.actor?.userId ?? null
    await insertPriceListVersion(tx, id, { changedBy, reason: null, now: audit.at })
    await replaceList(tx, { userId, from, to: id })
    const [list] = await getPriceLists(tx, [id])
    const after = priceListFacts(id, 1, { ...list!, reason: null })
    await recordAudit(tx, audit, { action: 'price_list_created', userId, after })
  }
  // The copies say the same: nothing has to be priced again.
  await renewCostFingerprints(tx, upToDate)
}
