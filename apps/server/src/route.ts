import type { Endpoint } from '@ohmstead/contract/endpoint'
import type { Deps } from './deps.ts'
import {
  createRouteBinders,
  type Route as RouteWith,
  type Context as With,
} from './platform/http/route-binders.ts'

/** How a feature binds an endpoint of the contract to its handler. */
export const { route, fileRoute, answeringRoute } = createRouteBinders<Deps>()

export type Route = RouteWith<Deps>
export type Context<E extends Endpoint> = With<E, Deps>
