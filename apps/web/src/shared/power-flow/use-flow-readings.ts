import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { calculatePowerFlow, type PowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/call.ts'
import { useLive } from '../live/use-live.ts'

export type FlowView = 'latest' | 'realtime'

export function latestQuery(locationId: number) {
  return queryOptions({
    queryKey: ['location', locationId, 'latest'],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/data/latest', { params: { locationId }, signal }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
}

/** A device whose reading is this much older than the newest one is silent: its last power is outdated. */
const silentMs = 15 * 60_000

export interface FlowReadings {
  flow: PowerFlow
  /** The mean of the last 15 minutes, for the latest view. */
  mean: PowerFlow | null
  /** The newest reading; null if there never was one. */
  ts: number | null
  isLoading: boolean
  error: unknown
  retry: () => void
  live: ReturnType<typeof useLive>
}

/** The power flow of a location: the latest view from the minute's values, real time from every reading. */
export function useFlowReadings(
  locationId: number,
  devices: readonly LocationDeviceView[],
  view: FlowView,
): FlowReadings {
  const latest = useQuery(latestQuery(locationId))
  const live = useLive(locationId)
  const liveValues = live.values
  const data = latest.data
  const combined = useMemo(() => {
    const values = new Map<string, { ts: number; value: unknown }>(Object.entries(data?.values ?? {}))
    // Until the minute's values are loaded, live ones are better than none.
    if (view === 'realtime' || !data) {
      for (const [key, value] of Object.entries(liveValues)) {
        const known = values.get(key)
        if (!known || known.ts <= value.ts) values.set(key, value)
      }
    }
    let ts: number | null = null
    for (const value of values.values()) if (ts === null || value.ts > ts) ts = value.ts
    return { values, ts }
  }, [data, liveValues, view])

  const flow = useMemo(
    () =>
      calculatePowerFlow(devices, (key) => {
        const found = combined.values.get(key)
        if (!found || typeof found.value !== 'number') return null
        return combined.ts !== null && combined.ts - found.ts > silentMs ? null : found.value
      }),
    [devices, combined],
  )
  const mean = useMemo(
    () => (data ? calculatePowerFlow(devices, (key) => data.average_15m[key] ?? null) : null),
    [devices, data],
  )
  return {
    flow,
    mean: view === 'latest' ? mean : null,
    ts: combined.ts,
    isLoading: latest.isPending && combined.ts === null,
    error: latest.error,
    retry: () => void latest.refetch(),
    live,
  }
}
