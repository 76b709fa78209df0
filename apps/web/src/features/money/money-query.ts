import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { locationPricingKey } from '../../shared/pricing/location-prices-query.ts'

/** What a location costs today, this month, and by its end. */
export function moneyQuery(locationId: number) {
  return queryOptions({
    queryKey: [...locationPricingKey(locationId), 'money'],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/money', { params: { locationId }, signal })).money,
    staleTime: 60_000,
    refetchInterval: 300_000,
  })
}
