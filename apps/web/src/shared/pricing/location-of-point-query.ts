import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { pricesKey } from './price-lists-query.ts'

/** The location with prices that a metering point is joined with; null without one. */
export function locationOfPointQuery(deviceId: number) {
  return queryOptions({
    queryKey: [...pricesKey, 'of-point', deviceId],
    queryFn: async ({ signal }) =>
      (
        await call('GET /pricing/abstract-devices/:deviceId/location', {
          params: { deviceId },
          signal,
        })
      ).location,
  })
}
