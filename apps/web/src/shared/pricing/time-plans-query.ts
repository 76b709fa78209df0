import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../lib/call.ts'

export type ListedTimePlan = Answer<'GET /timeplans'>['timePlans'][number]

export const timePlansKey = ['time-plans'] as const

/** All time-of-use plans with their blocks, for whoever may edit a price list. */
export const timePlansQuery = queryOptions({
  queryKey: [...timePlansKey, 'list'],
  queryFn: async ({ signal }) => (await call('GET /timeplans', { signal })).timePlans,
})
