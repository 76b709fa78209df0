import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { pricesKey } from '../../shared/pricing/price-lists-query.ts'

/** The versions of a plan, the newest first; `version` is the newest known. */
export function planVersionsQuery(planId: number, version: number) {
  return queryOptions({
    queryKey: [...pricesKey, 'plan-versions', planId, version],
    queryFn: async ({ signal }) =>
      (await call('GET /pricing/plans/:planId/versions', { params: { planId }, signal })).versions,
  })
}
