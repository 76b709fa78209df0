import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** What a mailed link is for, and whether it is valid. */
export function tokenQuery(token: string) {
  return queryOptions({
    queryKey: ['auth', 'token', token],
    queryFn: () => call('POST /auth/token-validation', { body: { token } }),
    gcTime: 0,
    retry: false,
  })
}
