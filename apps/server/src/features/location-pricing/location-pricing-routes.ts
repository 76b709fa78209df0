import { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import { type Route, route } from '../../route.ts'
import { todayOf } from '../price-lists/price-list-view.ts'
import { assignPlan } from './assign-plan.ts'
import { billFileRoute } from './bill-file-route.ts'
import { changePlan, changePoint } from './change-pricing.ts'
import { compareLocationMeters } from './compare-location-meters.ts'
import { findLocationOfPoint } from './find-location-of-point.ts'
import { findLocationsToPrice } from './find-locations-to-price.ts'
import { getBill } from './get-bill.ts'
import { getCosts } from './get-costs.ts'
import { getPrice, getPrices } from './get-prices.ts'
import { getPricing } from './get-pricing.ts'
import { getWorld } from './get-world.ts'
import { monthCostRoutes } from './month-cost-routes.ts'
import { findRepricings } from './repricing-queries.ts'

export const locationPricingRoutes: Route[] = [
  route(locationPricingEndpoints.get, ({ db, deps, actor, params }) =>
    getPricing(db, params.locationId, { userId: actor.userId, now: deps.clock.now() }),
  ),
  route(locationPricingEndpoints.setPlan, changePlan),
  route(locationPricingEndpoints.setPoint, changePoint),
  route(locationPricingEndpoints.price, getPrice),
  route(locationPricingEndpoints.prices, getPrices),
  route(locationPricingEndpoints.world, getWorld),
  route(locationPricingEndpoints.bill, getBill),
  billFileRoute,
  route(locationPricingEndpoints.costs, getCosts),
  route(locationPricingEndpoints.ofPoint, async ({ db, actor, params }) => ({
    location: await findLocationOfPoint(db, actor, params.deviceId),
  })),
  route(locationPricingEndpoints.setup, async ({ db, deps, actor, query }) =>
    findLocationsToPrice(db, actor, { ...query, day: todayOf(deps.clock.now()) }),
  ),
  route(locationPricingEndpoints.assignPlan, assignPlan),
  ...monthCostRoutes,
  route(locationPricingEndpoints.repricings, async ({ db, params }) => {
    const rows = await findRepricings(db, params.locationId)
    return {
      repricings: rows.map(({ changed_at: changedAt, changed_by: changedBy, ...row }) => ({
        ...row,
        changedAt,
        changedBy,
      })),
    }
  }),
  route(locationPricingEndpoints.meterComparison, async ({ db, params, query }) => ({
    comparison: await compareLocationMeters(db, params.locationId, query),
  })),
]
