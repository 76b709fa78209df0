import type { StockControllerView } from '@ohmstead/contract/controllers-stock'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { companyControllersKey } from '../../../shared/company-controllers-key.ts'

export interface StockFilter {
  search: string
  state: '' | StockControllerView['state']
  page: number
}

// Controllers that are plugged in somewhere appear without anybody pressing anything.
const refreshMs = 15_000

export function stockQuery(companyId: number, { search, state, page }: StockFilter) {
  return queryOptions({
    queryKey: [...companyControllersKey, companyId, 'stock', search, state, page],
    queryFn: ({ signal }) =>
      call('GET /companies/:companyId/controller-stock', {
        params: { companyId },
        query: { search, page, ...(state && { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
}

export function batchesQuery(companyId: number) {
  return queryOptions({
    queryKey: [...companyControllersKey, companyId, 'batches'],
    queryFn: async ({ signal }) =>
      (await call('GET /companies/:companyId/controller-batches', { params: { companyId }, signal })).batches,
  })
}
