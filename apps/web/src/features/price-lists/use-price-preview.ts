import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { previewQuery } from '../../shared/pricing/price-preview-query.ts'
import { useDelayed } from '../../shared/use-delayed.ts'
import { type PriceListDraft, withoutHidden } from './price-list-draft.ts'

/** Typing pauses for this long before the server is asked. */
const pauseMs = 200

interface PreviewOf {
  draft: PriceListDraft
  /** Fields that a price follows from and that are wrong: nothing is asked before all are right. */
  problems: number
  day: string
  locationId: number | null
}

/** What a draft costs. The last figures stay while others are on their way, and are `isStale` until those are there. */
export function usePricePreview({ draft, problems, day, locationId }: PreviewOf) {
  const { countryCode, terms } = withoutHidden(draft)
  // Only what a price follows from: a name asks nothing anew.
  const text = JSON.stringify({ countryCode, terms })
  const [lastRight, setLastRight] = useState<string | null>(problems === 0 ? text : null)
  if (problems === 0 && lastRight !== text) setLastRight(text)
  const settled = useDelayed(lastRight, pauseMs)
  const asked = useMemo(
    () => (settled === null ? null : (JSON.parse(settled) as Pick<PriceListDraft, 'countryCode' | 'terms'>)),
    [settled],
  )
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...previewQuery({ draft: asked ?? draft, day, locationId, replaces: null }),
    enabled: asked !== null && day !== '',
  })
  return {
    data,
    error: asked === null ? null : error,
    refetch: () => void refetch(),
    isAsked: lastRight !== null,
    isStale: problems > 0 || settled !== lastRight || isPlaceholderData || day === '',
  }
}
