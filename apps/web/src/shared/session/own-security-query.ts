import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Whether a second step is required, and whether there is a password as proof. */
export const secondFactorQuery = queryOptions({
  queryKey: ['own', 'second-factor'],
  queryFn: ({ signal }) => call('GET /auth/second-factor', { signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: ['own', 'passkeys'],
  queryFn: async ({ signal }) => (await call('GET /auth/passkeys', { signal })).passkeys,
})

export const identitiesQuery = queryOptions({
  queryKey: ['own', 'identities'],
  queryFn: async ({ signal }) => (await call('GET /auth/identities', { signal })).identities,
})

export const sessionsQuery = queryOptions({
  queryKey: ['own', 'sessions'],
  queryFn: async ({ signal }) => (await call('GET /auth/sessions', { signal })).sessions,
})
