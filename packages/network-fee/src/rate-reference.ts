import type { Confidence } from '@ohmstead/domain/rates/confidence'
import type { FeeLine } from './fee-line.ts'
import { linesOf } from './finish-month.ts'
import type { RateBook } from './rate-book.ts'
import rateSources from './rates/sources.json' with { type: 'json' }
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
  return referToRatesOf(months.flatMap(linesOf), book)
}

/** The rates that some lines name. */
export function referToRatesOf(lines: FeeLine[], book: RateBook): Record<string, RateReference> {
  const used = new Set<string>()
  for (const { factors } of lines) {
    for (const { rateId } of factors) if (rateId) used.add(rateId)
  }
  const found: Record<string, RateReference> = {}
  for (const { id, from, to, confidence, sources, note } of Object.values(book).flat()) {
    if (used.has(id)) found[id] = { from, to, confidence, sources, note }
  }
  return found
}

/** What the source keys of some rates stand for. */
export function nameSources(rates: Record<string, RateReference>): Record<string, string> {
  const named: Record<string, string> = rateSources
  const keys = new Set(Object.values(rates).flatMap(({ sources }) => sources))
  return Object.fromEntries([...keys].sort().map((key) => [key, named[key] ?? key]))
}
