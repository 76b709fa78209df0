import type { Confidence } from '@ohmstead/domain/rates/confidence'
import { linesOf } from './finish-month.ts'
import type { RateBook } from './rate-book.ts'
import type { SystemMonth } from './system-month.ts'

/** Where a rate comes from and when it holds. */
export interface RateReference {
  from: string
  to: string | null
  confidence: Confidence
  /** Keys of `rates/sources.json`. */
  sources: string[]
  note: string | null
}

/** The rates that the lines of some months name. */
export function referToRates(months: SystemMonth[], book: RateBook): Record<string, RateReference> {
  const used = new Set<string>()
  for (const month of months) {
    for (const { factors } of linesOf(month)) {
      for (const { rateId } of factors) if (rateId) used.add(rateId)
    }
  }
  const found: Record<string, RateReference> = {}
  for (const { id, from, to, confidence, sources, note } of Object.values(book).flat()) {
    if (used.has(id)) found[id] = { from, to, confidence, sources, note }
  }
  return found
}
