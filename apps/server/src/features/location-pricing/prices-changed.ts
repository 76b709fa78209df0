import type { Queryable } from '../../platform/db/db.ts'
import type { PricesChange } from './prices-change.ts'
import { insertRepricingDue, lockWaitingChange, updateWaitingChange } from './repricing-due-queries.ts'
import { findTouchedLocations } from './repricing-queries.ts'

/**
 * To be called in the transaction of every change of what a location's money depends on: all touched locations are due
 * to be priced again, whatever happens to this process. After the commit, `Repricings.begin` begins with it.
 */
export async function pricesChanged(tx: Queryable, change: PricesChange): Promise<void> {
  const locationIds = await findTouchedLocations(tx, change)
  if (locationIds.length === 0) return
  const key = keyOf(change)
  const waiting = await lockWaitingChange(tx, key, change)
  if (!waiting) {
    await insertRepricingDue(tx, key, change, locationIds)
    return
  }
  // Edits in a row are one change: from before the first to after the last.
  const { at, reason } = change
  const version = 'version' in change ? { version: change.version } : {}
  await updateWaitingChange(tx, {
    id: waiting.id,
    change: { ...waiting.change, at, reason: reason ?? waiting.change.reason, ...version },
    location_ids: [...new Set([...waiting.location_ids, ...locationIds])],
  })
}

function keyOf(change: PricesChange): string {
  switch (change.kind) {
    case 'priceList':
      return `priceList ${change.priceListId}`
    case 'ratePlan':
      return `ratePlan ${change.ratePlanId}`
    case 'timePlan':
      return `timePlan ${change.timePlanId}`
    case 'networkTariff':
      return `networkTariff ${change.networkTariffId}`
    case 'exchangeRates':
      return `exchangeRates ${change.from} ${change.to}`
    case 'location':
      return `location ${change.locationId}`
    case 'locationPlans':
      // Each stands for itself: no two of them are joined to one.
      return `locationPlans ${change.at} ${change.before[0]?.location_id}`
  }
}
