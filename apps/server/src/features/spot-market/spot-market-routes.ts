import { spotMarketEndpoints } from '@ohmstead/contract/spot-market'
import { biddingZones, findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAt } from '@ohmstead/domain/time/days'
import { marketZoneOf } from '@ohmstead/pricing/spot/market-day'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { describeSpotDays } from './describe-spot-days.ts'
import { describeSpotState } from './describe-spot-state.ts'
import { spotFileRoutes } from './spot-file-routes.ts'
import { getSpotHeatMap, getSpotPricesView } from './spot-prices-view.ts'
import { isFilling } from './spot-state-queries.ts'

export const spotMarketRoutes: Route[] = [
  route(spotMarketEndpoints.regions, async ({ query }) => ({
    entries: biddingZones.flatMap(({ code, name, countries, hasPrices }) =>
      countries
        .filter((countryCode) => query.countryCode === undefined || query.countryCode === countryCode)
        .map((countryCode) => ({
          ...{ code, type: 'BIDDING_ZONE' as const, name, countryCode },
          has_prices: hasPrices,
        })),
    ),
  })),

  route(spotMarketEndpoints.prices, ({ db, query }) =>
    getSpotPricesView(db, query.region, query.from, query.to),
  ),

  route(spotMarketEndpoints.days, async ({ db, deps, query }) => {
    await deps.spotMarket.showInterest(query.region)
    return describeSpotDays(db, query.region, deps.clock.now())
  }),

  route(spotMarketEndpoints.heatMap, ({ db, query }) => getSpotHeatMap(db, query.region, query.year)),

  ...spotFileRoutes,

  route(spotMarketEndpoints.backFill, async (context) => {
    const { db, deps, actor, body } = context
    const { region, from, to } = body
    const today = dayAt(deps.clock.now(), marketZoneOf(findBiddingZone(region)))
    if (to > today) throw new AppError('invalid_request', { fields: { to: 'future_date' } })
    if (await isFilling(db, region)) throw new AppError('conflict')
    const wanted = { region, fromDay: from, toDay: to, createdBy: actor.userId }
    const job_id = await deps.spotMarket.backFill(wanted, (tx) =>
      recordAudit(tx, auditContextOf(context), { action: 'spot_prices_read_again', after: body }),
    )
    return { job_id }
  }),

  route(spotMarketEndpoints.state, ({ db, deps }) =>
    describeSpotState(db, deps.spotMarket.sources, deps.clock.now()),
  ),
]
