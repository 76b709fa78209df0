import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Which second factors the sign-in that has begun may go on with. */
export const secondStepQuery = queryOptions({
  queryKey: ['auth', 'second-step'],
  queryFn: ({ signal }) => call('GET /auth/login/second-factor', { signal }),
  gcTime: 0,
  retry: false,
})
