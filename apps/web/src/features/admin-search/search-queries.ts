import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import type { SearchAddress } from './search-address.ts'

/** What a search finds, with the page that the address names. */
export function searchQuery({ kind, terms, sort, after, before }: SearchAddress) {
  const query = {
    ...terms,
    sort,
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  }
  return queryOptions({
    queryKey: ['admin-search', kind, query],
    queryFn: async ({ signal }) => {
      if (kind === 'users') {
        const { users, ...list } = await call('GET /search/users', { query, signal })
        return { ...list, found: { kind, rows: users } }
      }
      if (kind === 'locations') {
        const { locations, ...list } = await call('GET /search/locations', { query, signal })
        return { ...list, found: { kind, rows: locations } }
      }
      if (kind === 'controllers') {
        const { controllers, ...list } = await call('GET /search/controllers', { query, signal })
        return { ...list, found: { kind, rows: controllers } }
      }
      const { devices, ...list } = await call('GET /search/devices', { query, signal })
      return { ...list, found: { kind, rows: devices } }
    },
    placeholderData: keepPreviousData,
  })
}
