import type { Deps } from '../../deps.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { findWorkedOut } from './month-cost-queries.ts'
import type { PricesChange } from './prices-change.ts'
import { refreshMonthCosts } from './refresh-month-costs.ts'
import { repriceLocation } from './reprice-location.ts'
import { findTouchedLocations } from './repricing-queries.ts'

type Needed = Pick<Deps, 'db' | 'jobs' | 'calculator' | 'clock'>

/** Changes whose re-pricing has not begun: a further one of the same thing is seen by it, too. */
const waiting = new WeakMap<Deps['jobs'], Set<string>>()

/**
 * To be called after the commit of every change of what a location's money depends on: a job prices the months of all
 * touched locations as they were and as they are, and keeps what changed.
 */
export async function pricesChanged(deps: Needed, change: PricesChange): Promise<void> {
  const known = waiting.get(deps.jobs) ?? new Set()
  waiting.set(deps.jobs, known)
  const key = keyOf(change)
  if (known.has(key)) return
  const locationIds = await findTouchedLocations(deps.db, change)
  if (locationIds.length === 0) return
  known.add(key)
  const start = {
    kind: 'repricing',
    total: locationIds.length,
    createdBy: change.changedBy,
    locationId: locationIds.length === 1 ? locationIds[0]! : null,
    takesTurns: true,
  }
  const work = async (progress: JobProgress) => {
    known.delete(key)
    for (const [place, locationId] of locationIds.entries()) {
      await repriceLocation(deps, progress.db, locationId, change)
      await progress.report({ done: place + 1 })
    }
    // What lists of many locations show follows at once.
    await refreshMonthCosts(deps, progress.db, await findWorkedOut(progress.db, locationIds), {
      now: deps.clock.now(),
      userId: change.changedBy,
      onDone: () => progress.report({}),
    })
  }
  await deps.jobs.run(start, work).catch((error) => {
    known.delete(key)
    throw error
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
  }
}
