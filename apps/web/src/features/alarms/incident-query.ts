import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { alarmsKey } from '../../shared/alarms-key.ts'

/** Whether the platform itself has lost many controllers at once. */
export const incidentQuery = queryOptions({
  queryKey: [...alarmsKey, 'incident'],
  queryFn: async ({ signal }) => (await call('GET /alarms/incident', { signal })).incident,
  refetchInterval: 30_000,
})
