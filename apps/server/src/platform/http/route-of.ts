import type { FastifyRequest } from 'fastify'

/**
 * The pattern of the route that answers, such as `/api/locations/:locationId`: few, and without what an address could
 * reveal. Every built file has a route of its own; all of them are `file`, and pages and unknown addresses are `none`.
 */
export function routeOf(request: FastifyRequest): string {
  const route = request.routeOptions.url
  if (route === undefined) return 'none'
  return /^\/(api|link)\//.test(route) ? route : 'file'
}
