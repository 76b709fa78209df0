import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { pricesKey } from './price-lists-query.ts'

interface PreviewOf {
  draft: Pick<PriceListView, 'countryCode' | 'terms'>
  day: string
  locationId: number | null
  replaces: number | null
}

/** A draft is asked about often, and each answer soon forgotten. */
const brief = { staleTime: 60_000, gcTime: 60_000, retry: false } as const

/** What terms would charge; while they are typed the last answer stays. */
export function previewQuery({ draft: { countryCode, terms }, day, locationId, replaces }: PreviewOf) {
  const body = { countryCode, terms, day, locationId, replaces }
  return queryOptions({
    queryKey: [...pricesKey, 'preview', body],
    queryFn: async ({ signal }) =>
      (await call('POST /pricing/price-lists/preview', { body, signal })).preview,
    placeholderData: keepPreviousData,
    ...brief,
  })
}

/** What a location would have paid if its plan had these entries. */
export function planPreviewQuery(locationId: number, entries: readonly RatePlanEntry[]) {
  const body = { locationId, entries: [...entries] }
  return queryOptions({
    queryKey: [...pricesKey, 'plan-preview', body],
    queryFn: async ({ signal }) => (await call('POST /pricing/plans/preview', { body, signal })).months,
    placeholderData: keepPreviousData,
    ...brief,
  })
}
