import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { glanceKey } from '../../shared/locations/glance-key.ts'

/** The context of today: a usual day so far, the seven days before, the highest power. */
export function glanceQuery(locationId: number) {
  return queryOptions({
    queryKey: glanceKey(locationId),
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/data/glance', { params: { locationId }, signal }),
    // It changes with each slot of five minutes.
    refetchInterval: 300_000,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
