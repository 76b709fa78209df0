import { chargingSessionsAtOnce } from '@ohmstead/domain/charging/charging-page'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Charging sessions of a charger, newest first. */
export function chargingQuery({ locationId, deviceId }: { locationId: number; deviceId: number }) {
  return infiniteQueryOptions({
    queryKey: ['charging', locationId, deviceId],
    queryFn: async ({ signal, pageParam: before }) => {
      const path = 'GET /locations/:locationId/charging-sessions'
      return (await call(path, { params: { locationId }, query: { deviceId, before }, signal })).sessions
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < chargingSessionsAtOnce ? undefined : page.at(-1)!.started_at),
    // Beginnings and ends have no live event.
    refetchInterval: 15_000,
  })
}
