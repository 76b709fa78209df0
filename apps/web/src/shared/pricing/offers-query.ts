import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../lib/call.ts'

export type SupplyOffer = Answer<'GET /pricing/offers'>['offers'][number]

export const offersKey = ['supply-offers'] as const

/** The whole library, or the offers of a location's country with what suits it. */
export function offersQuery(locationId: number | null) {
  return queryOptions({
    queryKey: [...offersKey, 'list', locationId],
    queryFn: async ({ signal }) => {
      if (locationId === null) return (await call('GET /pricing/offers', { signal })).offers
      const params = { locationId }
      return (await call('GET /locations/:locationId/pricing/offers', { params, signal })).offers
    },
  })
}

export function offerVersionsQuery(offerId: number) {
  return queryOptions({
    queryKey: [...offersKey, 'versions', offerId],
    queryFn: async ({ signal }) =>
      (await call('GET /pricing/offers/:offerId/versions', { params: { offerId }, signal })).versions,
  })
}
