import type { Confidence } from '@ohmstead/domain/rates/confidence'
import type { FeeLine } from '../systems/fee-line.ts'
import { linesOf } from '../systems/finish-month.ts'
import type { SystemMonth } from '../systems/system-month.ts'
import type { RateBook } from './rate-book.ts'
import { collectUses, type RateFigure } from './rate-figure.ts'
import type { RateNote } from './rate-note.ts'
import { findAct, findSource, type RateAct, type RateSource } from './rate-source.ts'

/** What a rate is, where it comes from and when it applies. */
export interface RateReference {
  from: string
  to: string | null
  /** Of the numbers that are used. */
  confidence: Confidence
  /** Its numbers used in lines. */
  figures: RateFigure[]
  /** What sets it, if known. */
  acts: RateAct[]
  /** What it was taken from: keys of `rates/sources.json`. */
  sources: string[]
  notes: RateNote[]
}

/** The rates used in the lines of some months. */
export function referToRates(months: SystemMonth[], book: RateBook): Record<string, RateReference> {
  return referToRatesOf(months.flatMap(linesOf), book)
}

/** The rates used in some lines. */
export function referToRatesOf(lines: FeeLine[], book: RateBook): Record<string, RateReference> {
  const used = collectUses(lines)
  const found: Record<string, RateReference> = {}
  for (const { id, from, to, confidence, acts, sources, notes } of Object.values(book).flat()) {
    const use = used[id]
    if (!use) continue
    const { figures } = use
    const sureness = use.confidence ?? confidence
    found[id] = { from, to, confidence: sureness, figures, acts: acts.map(findAct), sources, notes }
  }
  return found
}

/** What the source keys of some rates stand for. */
export function nameSources(rates: Record<string, RateReference>): Record<string, RateSource> {
  const keys = new Set(Object.values(rates).flatMap(({ sources }) => sources))
  return Object.fromEntries([...keys].sort().map((key) => [key, findSource(key)]))
}
