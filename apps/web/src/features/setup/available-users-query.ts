import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Who may own a new location: of a company, or oneself. */
export function availableUsersQuery(companyId: number | null, search: string) {
  return queryOptions({
    queryKey: ['available-users', companyId, search],
    queryFn: ({ signal }) =>
      companyId === null
        ? call('GET /setup/available-users', { query: { search }, signal })
        : call('GET /setup/companies/:companyId/available-users', {
            params: { companyId },
            query: { search },
            signal,
          }),
  })
}
