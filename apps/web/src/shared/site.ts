import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/call.ts'

export type SiteInfo = Answer<'GET /site/info'>

export const siteQuery = queryOptions({
  queryKey: ['site', 'info'],
  queryFn: () => call('GET /site/info', { query: { identifier: readIdentifier() } }),
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
})

/** The brand requested for a sign-in page; start.js asks the same before the application is loaded. */
function readIdentifier(): string | undefined {
  return new URLSearchParams(window.location.search).get('identifier') ?? undefined
}

export function useSite(): SiteInfo | null {
  return useQuery(siteQuery).data ?? null
}
