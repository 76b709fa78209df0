import { savingsEndpoints } from '@ohmstead/contract/savings'
import { type Route, route } from '../../route.ts'
import { getSavings } from './get-savings.ts'
import { getSolar } from './get-solar.ts'
import { investmentRoutes } from './investment-routes.ts'

export const savingsRoutes: Route[] = [
  route(savingsEndpoints.savings, getSavings),
  route(savingsEndpoints.solar, ({ db, params, query }) => getSolar(db, params.locationId, query)),
  ...investmentRoutes,
]
