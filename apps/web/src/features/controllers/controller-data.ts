import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export function controllersQuery(locationId: number) {
  return queryOptions({
    queryKey: ['controllers', locationId],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/controllers', { params: { locationId }, signal })).controllers,
    // Refusals have no live event; whoever mends a controller wants to see them soon.
    refetchInterval: 15_000,
  })
}
