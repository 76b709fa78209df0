import { chartEndpoints } from '@ohmstead/contract/charts'
import { type Route, route } from '../../route.ts'
import { getMoneyNow } from '../money/get-money.ts'
import { chartFileRoutes } from './chart-file-routes.ts'
import { getChartRange, toRangeView } from './chart-range.ts'
import { getGlance } from './get-glance.ts'
import { getLatest } from './get-latest.ts'
import {
  getDeviceEnergy,
  getDeviceGroupEnergy,
  getLocationEnergy,
  getLocationGroupEnergy,
  getTimeZone,
} from './get-place-energy.ts'
import { getSeries } from './get-series.ts'

export const chartRoutes: Route[] = [
  route(chartEndpoints.series, async ({ db, params, query }) => {
    const range = getChartRange(query, await getTimeZone(db, params.locationId))
    return { ...toRangeView(range), series: await getSeries(db, params.locationId, query.metric, range) }
  }),
  route(chartEndpoints.locationEnergy, ({ db, params, query }) => getLocationEnergy(db, params, query)),
  route(chartEndpoints.deviceGroupEnergy, ({ db, params, query }) => getDeviceGroupEnergy(db, params, query)),
  route(chartEndpoints.deviceEnergy, ({ db, params, query }) => getDeviceEnergy(db, params, query)),
  route(chartEndpoints.locationGroupEnergy, ({ db, actor, params, query }) =>
    getLocationGroupEnergy(db, actor, params, query),
  ),
  route(chartEndpoints.glance, async ({ db, deps, actor, params, signal }) => {
    const { locationId } = params
    const [glance, money] = await Promise.all([
      getGlance(db, locationId, await getTimeZone(db, locationId), deps.clock.now()),
      getMoneyNow({ db, deps, asker: { person: actor.userId, signal } }, locationId),
    ])
    return { ...glance, money }
  }),
  route(chartEndpoints.latest, ({ db, deps, params }) => getLatest(db, params.locationId, deps.clock.now())),
  ...chartFileRoutes,
]
