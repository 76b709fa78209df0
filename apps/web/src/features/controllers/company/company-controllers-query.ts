import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { companyControllersKey } from '../../../shared/company-controllers-key.ts'

export interface ControllerFilter {
  search: string
  connected: '' | 'true' | 'false'
  page: number
}

// No live stream covers a whole company; people looking at the list want to see reconnections soon.
const refreshMs = 15_000

export function companyControllersQuery(companyId: number, { search, connected, page }: ControllerFilter) {
  return queryOptions({
    queryKey: [...companyControllersKey, companyId, 'list', search, connected, page],
    queryFn: ({ signal }) =>
      call('GET /companies/:companyId/controllers', {
        params: { companyId },
        query: { search, page, ...(connected && { connected }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
}

export function companyControllerQuery(companyId: number, controllerId: number) {
  return queryOptions({
    queryKey: [...companyControllersKey, companyId, 'one', controllerId],
    queryFn: async ({ signal }) =>
      (
        await call('GET /companies/:companyId/controllers/:controllerId', {
          params: { companyId, controllerId },
          signal,
        })
      ).controller,
    refetchInterval: refreshMs,
  })
}
