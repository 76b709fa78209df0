import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The newest charging sessions of a charger. */
export function chargingQuery({ locationId, deviceId }: { locationId: number; deviceId: number }) {
  return queryOptions({
    queryKey: ['charging', locationId, deviceId],
    queryFn: async ({ signal }) => {
      const path = 'GET /locations/:locationId/charging-sessions'
      return (await call(path, { params: { locationId }, query: { deviceId }, signal })).sessions
    },
    // Beginnings and ends have no live event.
    refetchInterval: 15_000,
  })
}
