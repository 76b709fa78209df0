import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { pricesKey } from './price-lists-query.ts'

interface Asked {
  companyId?: number
  locationGroupId?: number
}

/** Locations and whether each has an active price list. */
export const setupPricingQuery = (query: Asked) =>
  queryOptions({
    queryKey: [...pricesKey, 'setup', query],
    queryFn: ({ signal }) => call('GET /pricing/setup', { query, signal }),
    placeholderData: keepPreviousData,
  })
