import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The second factors available for the current sign-in. */
export const secondStepQuery = queryOptions({
  queryKey: ['auth', 'second-step'],
  queryFn: ({ signal }) => call('GET /auth/login/second-factor', { signal }),
  gcTime: 0,
  retry: false,
})
