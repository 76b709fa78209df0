import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, isApiElsewhere } from '../../lib/call.ts'

export type Provider = Answer<'GET /auth/oauth'>['providers'][number]

/** The providers one may sign in by; they are optional, so a failure shows none. */
export const providersQuery = queryOptions({
  queryKey: ['auth', 'providers'],
  // A provider leads back to the address of the platform, where a session begun there would be none of this page.
  queryFn: async ({ signal }) =>
    isApiElsewhere() ? [] : (await call('GET /auth/oauth', { signal })).providers,
  staleTime: 10 * 60_000,
})

/** Whom a provider told of, while the browser is between provider and account. */
export const pendingProviderQuery = queryOptions({
  queryKey: ['auth', 'provider-pending'],
  queryFn: ({ signal }) => call('GET /auth/oauth/pending', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
