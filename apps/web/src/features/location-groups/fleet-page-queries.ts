import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const pulseEveryMs = 10_000

const key = (locationGroupId: number, name: string) => ['location-group', locationGroupId, name] as const

/** Where the locations of a group lie. */
export function groupMapQuery(locationGroupId: number) {
  return queryOptions({
    queryKey: key(locationGroupId, 'map'),
    queryFn: ({ signal }) =>
      call('GET /location-groups/:locationGroupId/map', { params: { locationGroupId }, signal }),
    structuralSharing: false,
    staleTime: 5 * 60_000,
  })
}

/** How each of them is, right now: nothing to keep for later, nor to compare with what was, which takes long for ten thousand. */
export function groupPulseQuery(locationGroupId: number) {
  return queryOptions({
    queryKey: ['location-group-pulse', locationGroupId],
    queryFn: ({ signal }) =>
      call('GET /location-groups/:locationGroupId/pulse', { params: { locationGroupId }, signal }),
    structuralSharing: false,
    refetchInterval: pulseEveryMs,
    staleTime: 0,
  })
}

/** The filters that the person keeps of a group. */
export function groupViewsQuery(locationGroupId: number) {
  return queryOptions({
    queryKey: key(locationGroupId, 'views'),
    queryFn: async ({ signal }) =>
      (await call('GET /location-groups/:locationGroupId/views', { params: { locationGroupId }, signal }))
        .views,
  })
}

/** What has changed since the last visit; asking is the visit. */
export function groupVisitQuery(locationGroupId: number) {
  return queryOptions({
    queryKey: key(locationGroupId, 'visit'),
    queryFn: ({ signal }) =>
      call('PUT /location-groups/:locationGroupId/visit', { params: { locationGroupId }, signal }),
    staleTime: 60_000,
  })
}
