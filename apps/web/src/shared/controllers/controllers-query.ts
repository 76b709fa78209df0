import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The newest impossible values of a controller, kept aside. */
export function implausibleValuesQuery(params: { locationId: number; controllerId: number }) {
  return queryOptions({
    queryKey: ['implausible-values', 'location', params.controllerId],
    queryFn: async ({ signal }) => {
      const path = 'GET /locations/:locationId/controllers/:controllerId/implausible-values'
      return (await call(path, { params, signal })).values
    },
    staleTime: 0,
  })
}

export type ImplausibleValuesQuery = ReturnType<typeof implausibleValuesQuery>

export function controllersQuery(locationId: number) {
  return queryOptions({
    queryKey: ['controllers', locationId],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/controllers', { params: { locationId }, signal })).controllers,
    // Refusals have no live event; people who fix a controller want to see them soon.
    refetchInterval: 15_000,
  })
}

/** The devices of a location with the controllers that declared them. */
export function declaredDevicesQuery(locationId: number) {
  return queryOptions({
    queryKey: ['controllers', locationId, 'devices'],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/devices', { params: { locationId }, signal })).devices,
  })
}

/** The kinds of foreign devices that can be connected. */
export const protocolsQuery = queryOptions({
  queryKey: ['protocols'],
  queryFn: async ({ signal }) => (await call('GET /controllers/protocols', { signal })).protocols,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Connection settings again, without their secrets. */
export function connectionQuery(params: { locationId: number; controllerId: number }) {
  return queryOptions({
    queryKey: ['controllers', params.locationId, params.controllerId, 'connection'],
    queryFn: async ({ signal }) => {
      const path = 'GET /locations/:locationId/controllers/:controllerId/connection'
      return call(path, { params, signal })
    },
  })
}

/** Links to these details on the page of the controllers. */
export const connectHash = (controllerId: number): string => `connect-${controllerId}`
