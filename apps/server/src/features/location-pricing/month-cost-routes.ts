import { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import { type Route, route } from '../../route.ts'
import { findMonthCosts } from './find-month-costs.ts'
import { findOpenRefresh, findPlannedLocations } from './month-cost-queries.ts'
import { refreshMonthCosts } from './refresh-month-costs.ts'

export const monthCostRoutes: Route[] = [
  route(locationPricingEndpoints.monthCosts, ({ db, deps, params, query }) =>
    findMonthCosts(db, { ...params, ...query, now: deps.clock.now() }),
  ),
  route(locationPricingEndpoints.refreshMonthCosts, async ({ db, deps, actor, params }) => {
    const { companyId } = params
    const open = await findOpenRefresh(db, companyId)
    if (open !== null) return { jobId: open }
    const locationIds = await findPlannedLocations(db, companyId)
    if (locationIds.length === 0) return { jobId: null }
    const start = {
      kind: 'month_costs',
      total: locationIds.length,
      companyId,
      createdBy: actor.userId,
      takesTurns: true,
    }
    const { id } = await deps.jobs.run(start, (progress) =>
      refreshMonthCosts(deps, progress.db, locationIds, {
        now: deps.clock.now(),
        userId: actor.userId,
        onDone: (done) => progress.report({ done }),
      }),
    )
    return { jobId: id }
  }),
]
