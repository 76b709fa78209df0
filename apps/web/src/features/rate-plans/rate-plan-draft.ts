import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { inOrder } from '@ohmstead/domain/pricing/rate-plan'
import { dayAfter } from '@ohmstead/domain/time/days'
import type { TimelineEntry } from '../../shared/pricing/plan-timeline.tsx'

/** Whether an entry can be priced by: it has a list, a first day, and does not end before it. No list yet is 0. */
export const isWhole = ({ priceListId, validFrom, validTo }: RatePlanEntry) =>
  priceListId > 0 && validFrom !== '' && (validTo === null || validTo >= validFrom)

export const toEntries = (entries: readonly RatePlanEntry[]): RatePlanEntry[] =>
  entries.map(({ priceListId, validFrom, validTo }) => ({ priceListId, validFrom, validTo }))

/** What can be drawn already. */
export function drawnEntries(
  entries: readonly RatePlanEntry[],
  names: ReadonlyMap<number, string>,
): TimelineEntry[] {
  return inOrder(entries.filter(isWhole)).map((entry) => ({
    ...entry,
    priceListName: names.get(entry.priceListId) ?? '',
  }))
}

/** The day after the last entry; this month's first where there is none, or it has no end. */
export function startOfNext(entries: readonly RatePlanEntry[], today: string): string {
  const last = inOrder(entries).at(-1)
  return last?.validTo ? dayAfter(last.validTo) : `${today.slice(0, 7)}-01`
}
