import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { pricesKey } from '../../shared/pricing/price-lists-query.ts'
import type { PriceListDraft } from './price-list-draft.ts'

interface PreviewOf {
  draft: Pick<PriceListDraft, 'countryCode' | 'terms'>
  day: string
  locationId: number | null
  replaces: number | null
}

/** What terms would charge; while they are typed the last answer stays. */
export function previewQuery({ draft: { countryCode, terms }, day, locationId, replaces }: PreviewOf) {
  const body = { countryCode, terms, day, locationId, replaces }
  return queryOptions({
    queryKey: [...pricesKey, 'preview', body],
    queryFn: async ({ signal }) =>
      (await call('POST /pricing/price-lists/preview', { body, signal })).preview,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  })
}
