import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The names of a controller's foreign devices with their newest values; asked again, since values come without an event. */
export function mappingQuery(params: { locationId: number; controllerId: number }) {
  return queryOptions({
    queryKey: ['mapping', params.locationId, params.controllerId],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/controllers/:controllerId/mapping', { params, signal }),
    refetchInterval: 5_000,
  })
}
