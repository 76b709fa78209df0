import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** What a mailed number confirms. Single use: requested once and never again. */
export function confirmationQuery(action: string, id: number) {
  return queryOptions({
    queryKey: ['confirmation', action, id],
    queryFn: async () =>
      (await call('POST /security/validate-confirmation', { body: { id, action } })).location,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
