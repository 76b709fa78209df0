import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { alarmsKey } from './alarms-key.ts'

/** Below the key of all alarms: acknowledging one refetches the counts, too. */
export function alarmCountsQuery(companyId: number | null) {
  return queryOptions({
    queryKey: [...alarmsKey, 'counts', companyId],
    queryFn: async ({ signal }) => {
      const query = companyId === null ? {} : { companyId }
      return (await call('GET /alarms/counts', { query, signal })).locations
    },
    refetchInterval: 60_000,
  })
}
