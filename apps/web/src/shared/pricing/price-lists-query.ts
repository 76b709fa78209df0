import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Everything about price lists and plans, which refer to each other: what changes one refreshes all. */
export const pricesKey = ['prices'] as const

interface Whose {
  locationId: number | null
  companyId: number | null
}

/** The lists around a location, of a company, or one's own. */
export function priceListsQuery({ locationId, companyId }: Whose) {
  return queryOptions({
    queryKey: [...pricesKey, 'lists', locationId, companyId],
    queryFn: async ({ signal }) =>
      locationId === null
        ? (await call('GET /pricing/price-lists', { query: companyId === null ? {} : { companyId }, signal }))
            .priceLists
        : (await call('GET /locations/:locationId/pricing/price-lists', { params: { locationId }, signal }))
            .priceLists,
  })
}

export function priceListQuery(priceListId: number) {
  return queryOptions({
    queryKey: [...pricesKey, 'list', priceListId],
    queryFn: async ({ signal }) =>
      (await call('GET /pricing/price-lists/:priceListId', { params: { priceListId }, signal })).priceList,
  })
}

export function ratePlansQuery({ locationId, companyId }: Whose) {
  return queryOptions({
    queryKey: [...pricesKey, 'plans', locationId, companyId],
    queryFn: async ({ signal }) =>
      locationId === null
        ? (await call('GET /pricing/plans', { query: companyId === null ? {} : { companyId }, signal }))
            .ratePlans
        : (await call('GET /locations/:locationId/pricing/plans', { params: { locationId }, signal }))
            .ratePlans,
  })
}

export function ratePlanQuery(planId: number) {
  return queryOptions({
    queryKey: [...pricesKey, 'plan', planId],
    queryFn: async ({ signal }) =>
      (await call('GET /pricing/plans/:planId', { params: { planId }, signal })).ratePlan,
  })
}

export function networkTariffsQuery(countryCode: string) {
  return queryOptions({
    queryKey: [...pricesKey, 'network-tariffs', countryCode],
    queryFn: async ({ signal }) =>
      (await call('GET /pricing/network-tariffs', { query: { countryCode }, signal })).networkTariffs,
    enabled: countryCode !== '',
  })
}

/** Where a list is used, as far as the person may see it. */
export function priceListUsageQuery(priceListId: number) {
  return queryOptions({
    queryKey: [...pricesKey, 'usage', priceListId],
    queryFn: ({ signal }) =>
      call('GET /pricing/price-lists/:priceListId/usage', { params: { priceListId }, signal }),
  })
}
