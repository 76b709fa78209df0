import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { pricesKey } from '../../shared/pricing/price-lists-query.ts'

export interface MonthCostsAsked {
  companyId: number
  locationGroupId: number | null
  search: string
  sort: 'name' | 'importCost' | 'exportRevenue'
  direction: 'asc' | 'desc'
  page: number
}

const workingMs = 2000

/** The month so far of a company's locations. `workedOutBy` is the last job that wrote any of it. */
export function monthCostsQuery(
  { companyId, locationGroupId, ...query }: MonthCostsAsked,
  { workedOutBy, isWorking }: { workedOutBy: number; isWorking: boolean },
) {
  return queryOptions({
    queryKey: [...pricesKey, 'month-costs', companyId, locationGroupId, query, workedOutBy],
    queryFn: ({ signal }) =>
      call('GET /companies/:companyId/pricing/costs', {
        params: { companyId },
        query: { ...query, ...(locationGroupId !== null && { locationGroupId }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: isWorking ? workingMs : false,
  })
}
