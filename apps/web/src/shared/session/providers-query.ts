import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, isApiElsewhere } from '../../lib/call.ts'

export type Provider = Answer<'GET /auth/oauth'>['providers'][number]

/** The ways to sign in without a password at this address; they are optional, so a failure shows none. */
export const waysInQuery = queryOptions({
  queryKey: ['auth', 'providers'],
  // A provider leads back to the address of the platform, where a session begun there would be none of this page.
  queryFn: async ({ signal }): Promise<Answer<'GET /auth/oauth'>> =>
    isApiElsewhere() ? { providers: [], passkeys: false } : call('GET /auth/oauth', { signal }),
  staleTime: 10 * 60_000,
})

/** The providers one may sign in by. */
export const providersQuery = { ...waysInQuery, select: selectProviders }

function selectProviders({ providers }: Answer<'GET /auth/oauth'>): Provider[] {
  return providers
}

/** Whom a provider told of, while the browser is between provider and account. */
export const pendingProviderQuery = queryOptions({
  queryKey: ['auth', 'provider-pending'],
  queryFn: ({ signal }) => call('GET /auth/oauth/pending', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
