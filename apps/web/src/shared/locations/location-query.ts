import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'

/** A location with its path, devices and controllers. */
export function locationQuery(locationId: number) {
  return queryOptions({
    queryKey: ['location', locationId],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId', { params: { locationId }, signal })).location,
    staleTime: 60_000,
  })
}

export const locationGroupsKey = ['location-group'] as const

export function locationGroupQuery(locationGroupId: number) {
  return queryOptions({
    queryKey: [...locationGroupsKey, locationGroupId],
    queryFn: async ({ signal }) =>
      (await call('GET /location-groups/:locationGroupId', { params: { locationGroupId }, signal }))
        .locationGroup,
    staleTime: 60_000,
  })
}

/** The page of a location is drawn in pieces when it arrives, so that a phone answers a touch meanwhile. */
export function useLocationView(locationId: number) {
  const { data, error, refetch } = useQuery(locationQuery(locationId))
  const drawn = useDeferredValue(data)
  return { data: drawn?.id === data?.id ? drawn : undefined, error, refetch }
}

/** Null means no such location. Whether it is missing or foreign is not revealed. */
export function useIsLocationMissing(locationId: number | null): boolean {
  const { error } = useQuery({ ...locationQuery(locationId ?? 0), enabled: locationId !== null })
  return error instanceof ApiError && error.code === 'not_found'
}

/** The same of a group; null is none. */
export function useIsGroupMissing(locationGroupId: number | null): boolean {
  const { error } = useQuery({
    ...locationGroupQuery(locationGroupId ?? 0),
    enabled: locationGroupId !== null,
  })
  return error instanceof ApiError && error.code === 'not_found'
}
