import type { Role } from '@ohmstead/domain/access/role'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The prefix of everything that shows accounts. */
export const peopleKey = ['people'] as const

export interface PeopleFilter {
  search: string
  role?: Role | undefined
  page?: number
}

/** The people of a company, or of all that the reader runs, found by words and role. */
export function peopleQuery(companyId: number | null, { search, role, page = 1 }: PeopleFilter) {
  return queryOptions({
    queryKey: [...peopleKey, companyId, { search, role, page }],
    queryFn: ({ signal }) =>
      companyId === null
        ? call('GET /users', { query: { search, role, page }, signal })
        : call('GET /companies/:companyId/users', {
            params: { companyId },
            query: { search, role, page },
            signal,
          }),
    placeholderData: keepPreviousData,
  })
}
