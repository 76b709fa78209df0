import { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import { type Route, route } from '../../route.ts'
import { findMonthCosts, findPlannedLocations } from './month-cost-queries.ts'
import { refreshMonthCosts } from './refresh-month-costs.ts'

export const monthCostRoutes: Route[] = [
  route(locationPricingEndpoints.monthCosts, async ({ db, params }) => {
    const rows = await findMonthCosts(db, params.companyId)
    return {
      costs: rows.map((row) => ({
        locationId: row.location_id,
        month: row.month,
        until: row.until,
        currency: row.currency,
        importCost: row.import_cost,
        exportRevenue: row.export_revenue,
        isProvisional: row.is_provisional,
      })),
    }
  }),
  route(locationPricingEndpoints.refreshMonthCosts, async ({ db, deps, actor, params }) => {
    const { companyId } = params
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
