import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: async ({ signal }) => (await call('GET /companies', { signal })).companies,
})

export const countriesQuery = queryOptions({
  queryKey: ['countries', 'visible'],
  queryFn: async ({ signal }) =>
    (await call('GET /countries', { query: { visible: 'true' }, signal })).countries,
  staleTime: 60 * 60_000,
})
