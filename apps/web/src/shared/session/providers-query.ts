import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, isApiElsewhere } from '../../lib/call.ts'

export type Provider = Answer<'GET /auth/oauth'>['providers'][number]

/** The ways to sign in without a password at this address; they are optional, so a failure shows none. */
export const waysInQuery = queryOptions({
  queryKey: ['auth', 'providers'],
  // A provider redirects to the address of the platform, where a session would not apply to this page.
  queryFn: async ({ signal }): Promise<Answer<'GET /auth/oauth'>> =>
    isApiElsewhere() ? { providers: [], passkeys: false } : call('GET /auth/oauth', { signal }),
  staleTime: 10 * 60_000,
})

/** The available sign-in providers. */
export const providersQuery = { ...waysInQuery, select: selectProviders }

function selectProviders({ providers }: Answer<'GET /auth/oauth'>): Provider[] {
  return providers
}

/** The person from a provider, while the browser is between provider and account. */
export const pendingProviderQuery = queryOptions({
  queryKey: ['auth', 'provider-pending'],
  queryFn: ({ signal }) => call('GET /auth/oauth/pending', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
