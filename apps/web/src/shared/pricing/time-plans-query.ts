import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../lib/call.ts'

export type ListedTimePlan = Answer<'GET /timeplans'>['timePlans'][number]
export type TimePlanView = Answer<'GET /timeplans/:timePlanId/structure'>['timePlan']

/** The prefix of everything about time-of-use plans. */
export const timePlansKey = ['time-plans'] as const

export const timePlansQuery = queryOptions({
  queryKey: [...timePlansKey, 'list'],
  queryFn: async ({ signal }) => (await call('GET /timeplans', { signal })).timePlans,
})

/** A plan with its blocks, seasons and slots. */
export function timePlanQuery(timePlanId: number) {
  return queryOptions({
    queryKey: [...timePlansKey, 'one', timePlanId],
    queryFn: async ({ signal }) =>
      (await call('GET /timeplans/:timePlanId/structure', { params: { timePlanId }, signal })).timePlan,
  })
}

/** The public holidays of a country in a year, 'YYYY-MM-DD'; none without a country. */
export function publicHolidaysQuery(countryCode: string | null, year: number) {
  return queryOptions({
    queryKey: ['public-holidays', countryCode, year],
    queryFn: async ({ signal }) =>
      countryCode === null
        ? []
        : (await call('GET /public-holidays', { query: { countryCode, year }, signal })).days,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
