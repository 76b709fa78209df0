import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { pricesKey } from '../../shared/pricing/price-lists-query.ts'

/** All versions of a list, the newest first; `version` is the newest known. */
export function versionsQuery(priceListId: number, version: number) {
  return queryOptions({
    queryKey: [...pricesKey, 'versions', priceListId, version],
    queryFn: async ({ signal }) =>
      (await call('GET /pricing/price-lists/:priceListId/versions', { params: { priceListId }, signal }))
        .versions,
  })
}
