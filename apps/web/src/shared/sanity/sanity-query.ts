import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** What the readings of a location say is connected the wrong way round. */
export function sanityQuery(locationId: number) {
  return queryOptions({
    queryKey: ['sanity', locationId],
    queryFn: ({ signal }) => call('GET /locations/:locationId/sanity', { params: { locationId }, signal }),
    staleTime: 60_000,
  })
}
