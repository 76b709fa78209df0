import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export function companyDevicesQuery(companyId: number, filter: { search: string; page: number }) {
  return queryOptions({
    queryKey: ['company-devices', companyId, filter.search, filter.page],
    queryFn: ({ signal }) =>
      call('GET /companies/:companyId/devices', { params: { companyId }, query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  })
}
