import { moneyEndpoints } from '@ohmstead/contract/money'
import { type Route, route } from '../../route.ts'
import { getMoney } from './get-money.ts'
import { setBudget } from './set-budget.ts'

export const moneyRoutes: Route[] = [
  route(moneyEndpoints.get, async ({ db, deps, actor, params, signal }) => ({
    money: await getMoney({ db, deps, asker: { person: actor.userId, signal } }, params.locationId),
  })),
  route(moneyEndpoints.setBudget, setBudget),
]
