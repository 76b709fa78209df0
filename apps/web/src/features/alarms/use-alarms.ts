import type { AlarmView, LocationAlarmsView } from '@ohmstead/contract/alarms'
import type { AlarmsEvent } from '@ohmstead/contract/live-events'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '../../lib/call.ts'
import { alarmsKey } from '../../shared/alarms-key.ts'
import { wholeFleet } from '../../shared/live/live-source.ts'
import { useLive, useLiveMessages } from '../../shared/live/use-live.ts'
import { type RouteIds, useRouteIds } from '../../shared/route-ids.ts'

/** The alarms of a location, or of all locations in a group; `ended` are the newest that are over. */
export function alarmsQuery(
  { locationId, locationGroupId }: Pick<RouteIds, 'locationId' | 'locationGroupId'>,
  state: 'open' | 'ended',
) {
  return queryOptions({
    queryKey: [
      ...alarmsKey,
      state,
      locationId !== null ? `location-${locationId}` : `group-${locationGroupId}`,
    ],
    queryFn: async ({ signal }): Promise<LocationAlarmsView[]> => {
      // Open alarms are returned by default.
      const asked = { query: state === 'open' ? {} : { state }, signal }
      if (locationId !== null)
        return [await call('GET /locations/:locationId/alarms', { params: { locationId }, ...asked })]
      const params = { locationGroupId: locationGroupId ?? 0 }
      return (await call('GET /locations-group/:locationGroupId/alarms', { params, ...asked })).locations
    },
  })
}

/** Of a group many events may come at once: they are answered together. */
const groupDelayMs = 300

/**
 * The alarms of the location or group in the address, refetched for each and after every live event about a
 * change. A failed fetch keeps the known list. Used once per page: each use would answer an event with its own fetch.
 */
export function useAlarms() {
  const { locationId, locationGroupId } = useRouteIds()
  const queryClient = useQueryClient()
  const isGroup = locationId === null && locationGroupId !== null
  useLive(isGroup ? wholeFleet : locationId)
  const query = useQuery({
    ...alarmsQuery({ locationId, locationGroupId }, 'open'),
    enabled: locationId !== null || locationGroupId !== null,
    staleTime: 0,
    refetchInterval: 60_000,
  })
  const known = query.data
  /** Events received while the first answer was on its way, which may be older. */
  const unseen = useRef(new Map<number, AlarmsEvent>())
  useEffect(() => {
    if (known === undefined) return
    const isOlder = [...unseen.current.values()].some((event) => isNews(known, event, isGroup))
    unseen.current.clear()
    if (isOlder) void queryClient.invalidateQueries({ queryKey: alarmsKey })
  }, [queryClient, known, isGroup])
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      if (waiting.current !== null) clearTimeout(waiting.current)
      waiting.current = null
    },
    [],
  )
  useLiveMessages(
    useCallback(
      (message) => {
        if (known === undefined && message.name === 'alarms')
          unseen.current.set(message.data.location_id, message.data)
        if (message.name !== 'resync' && (message.name !== 'alarms' || !isNews(known, message.data, isGroup)))
          return
        const refetch = () => {
          waiting.current = null
          void queryClient.invalidateQueries({ queryKey: alarmsKey })
        }
        if (isGroup) waiting.current ??= setTimeout(refetch, groupDelayMs)
        else refetch()
      },
      [queryClient, known, isGroup],
    ),
  )
  const locations = query.data ?? []
  return { query, locations, count: countOpen(locations), unseen: countUnseen(locations) }
}

export type Alarms = ReturnType<typeof useAlarms>

/** Whether an event has other counts than those shown. A group lists only locations with alarms: another one may be new in it. */
function isNews(
  known: readonly LocationAlarmsView[] | undefined,
  { location_id, count, unseen }: AlarmsEvent,
  isGroup: boolean,
): boolean {
  const shown = known?.filter((location) => location.location_id === location_id)
  if (shown === undefined) return false
  if (shown.length === 0) return isGroup && count > 0
  return countOpen(shown) !== count || countUnseen(shown) !== unseen
}

/** Alarms that are not cleared. */
const countOpen = (locations: readonly LocationAlarmsView[]): number =>
  countAlarms(locations, ({ status }) => status !== 'CLEARED')

const countUnseen = (locations: readonly LocationAlarmsView[]): number =>
  countAlarms(locations, ({ status }) => status === 'ACTIVE')

function countAlarms(
  locations: readonly LocationAlarmsView[],
  isCounted: (alarm: AlarmView) => boolean,
): number {
  return locations.flatMap(({ alarms }) => Object.values(alarms).flat()).filter(isCounted).length
}
