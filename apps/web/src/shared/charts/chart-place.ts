import type { EnergyView } from '@ohmstead/contract/charts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Whose energy a chart shows. */
export type ChartPlace =
  | { kind: 'location'; locationId: number }
  | { kind: 'deviceGroup'; locationId: number; deviceGroupId: number }
  | { kind: 'device'; locationId: number; deviceId: number }
  | { kind: 'group'; locationGroupId: number }

/** `locations` only for a group: how many of the visible ones have data. */
export type PlaceEnergy = EnergyView & { locations?: { visible: number; withData: number } }

export interface EnergyRequest {
  fromMs: number
  toMs: number
  intervalSeconds: number
}

/** The energy balance of a place over a range. The past rarely changes; a range that includes now does. */
export function energyQuery(place: ChartPlace, { fromMs, toMs, intervalSeconds }: EnergyRequest) {
  return queryOptions({
    queryKey: ['energy', place, fromMs, toMs, intervalSeconds],
    queryFn: ({ signal }) =>
      fetchEnergy(place, { from: fromMs, to: toMs, interval: intervalSeconds }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: () => (toMs > Date.now() ? 60_000 : false),
  })
}

function fetchEnergy(
  place: ChartPlace,
  query: { from: number; to: number; interval: number },
  signal: AbortSignal,
): Promise<PlaceEnergy> {
  switch (place.kind) {
    case 'location':
      return call('GET /locations/:locationId/data/energy', {
        params: { locationId: place.locationId },
        query,
        signal,
      })
    case 'deviceGroup': {
      const { locationId, deviceGroupId } = place
      return call('GET /locations/:locationId/device-groups/:deviceGroupId/data/energy', {
        params: { locationId, deviceGroupId },
        query,
        signal,
      })
    }
    case 'device': {
      const { locationId, deviceId } = place
      return call('GET /locations/:locationId/devices/:deviceId/data/energy', {
        params: { locationId, deviceId },
        query,
        signal,
      })
    }
    case 'group':
      return call('GET /location-groups/:locationGroupId/data/energy', {
        params: { locationGroupId: place.locationGroupId },
        query,
        signal,
      })
  }
}

/** The history of metrics `<device>/<metric>` of a location. */
export function seriesQuery(
  locationId: number,
  metrics: readonly string[],
  { fromMs, toMs, intervalSeconds }: EnergyRequest,
) {
  return queryOptions({
    queryKey: ['series', locationId, metrics, fromMs, toMs, intervalSeconds],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/data/series', {
        params: { locationId },
        query: { metric: [...metrics], from: fromMs, to: toMs, interval: intervalSeconds },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: () => (toMs > Date.now() ? 60_000 : false),
  })
}
