import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { locationPricingKey } from './location-prices-query.ts'

interface Days {
  from: string
  to: string
}

/** The bill of a location over days. */
export function billQuery(locationId: number, { from, to }: Days) {
  return queryOptions({
    queryKey: [...locationPricingKey(locationId), 'bill', from, to],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/pricing/bill', {
        params: { locationId },
        query: { from, to },
        signal,
      }),
    staleTime: 60_000,
  })
}

/** The official meter against the controller's over days. */
export function meterComparisonQuery(locationId: number, { from, to }: Days) {
  return queryOptions({
    queryKey: [...locationPricingKey(locationId), 'meters', from, to],
    queryFn: async ({ signal }) =>
      (
        await call('GET /locations/:locationId/pricing/meter-comparison', {
          params: { locationId },
          query: { from, to },
          signal,
        })
      ).comparison,
    staleTime: 5 * 60_000,
  })
}

/** What changes of prices did to its months. */
export function repricingsQuery(locationId: number) {
  return queryOptions({
    queryKey: [...locationPricingKey(locationId), 'repricings'],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/pricing/repricings', { params: { locationId }, signal }))
        .repricings,
  })
}
