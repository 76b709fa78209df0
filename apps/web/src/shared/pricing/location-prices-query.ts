import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { pricesKey } from './price-lists-query.ts'

/** What a change of its plan or metering point refreshes. */
export const locationPricingKey = (locationId: number) => [...pricesKey, 'location', locationId] as const

/** How a location is priced. */
export function locationPricingQuery(locationId: number) {
  return queryOptions({
    queryKey: [...locationPricingKey(locationId), 'settings'],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/pricing', { params: { locationId }, signal })).pricing,
  })
}

/** What a kilowatt-hour costs in the quarter-hour that begins at `at`. */
export function locationPriceQuery(locationId: number, at: number) {
  return queryOptions({
    queryKey: [...locationPricingKey(locationId), 'price', at],
    queryFn: async ({ signal }) =>
      (
        await call('GET /locations/:locationId/pricing/price', {
          params: { locationId },
          query: { at },
          signal,
        })
      ).price,
    staleTime: 60_000,
  })
}

/** All-in prices by the quarter-hour; new market prices come during the day. */
export function locationPricesQuery(locationId: number, from: number, to: number) {
  return queryOptions({
    queryKey: [...locationPricingKey(locationId), 'prices', from, to],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/pricing/prices', {
        params: { locationId },
        query: { from, to },
        signal,
      }),
    staleTime: 5 * 60_000,
  })
}

/** What energy cost and earned in the buckets of a chart. */
export function locationCostsQuery(
  locationId: number,
  { fromMs, toMs, intervalSeconds }: { fromMs: number; toMs: number; intervalSeconds: number },
) {
  return queryOptions({
    queryKey: [...locationPricingKey(locationId), 'costs', fromMs, toMs, intervalSeconds],
    queryFn: ({ signal }) =>
      call('GET /locations/:locationId/pricing/costs', {
        params: { locationId },
        query: { from: fromMs, to: toMs, interval: intervalSeconds },
        signal,
      }),
    staleTime: 60_000,
  })
}
