import type { Actor } from '@ohmstead/domain/access/permission'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { findOverlaps, liesWithin } from '@ohmstead/domain/pricing/rate-plan'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { lockPriceLists } from '../price-lists/price-list-queries.ts'
import { type PriceOwner, usable } from '../price-lists/price-owner.ts'
import { findTakeableLists } from './rate-plan-queries.ts'

/** No two entries hold on one day; each list may be used here and is valid on all the days of its entry. */
export async function checkEntries(
  tx: Queryable,
  actor: Actor,
  owner: PriceOwner,
  entries: readonly RatePlanEntry[],
  before: readonly RatePlanEntry[],
): Promise<void> {
  const ids = listsOf(entries)
  const known = new Set(before.map(({ priceListId }) => priceListId))
  for (const id of await findTakeableLists(tx, owner, ids, usable(actor))) known.add(id)
  checkFields(entries, known)
  // Locked, so that a list does not lose the days meanwhile.
  const lists = await lockPriceLists(tx, ids)
  checkDays(
    entries,
    lists.map((list) => ({ id: list.id, validFrom: list.valid_from, validTo: list.valid_to })),
  )
}

export const listsOf = (entries: readonly RatePlanEntry[]): number[] => [
  ...new Set(entries.map(({ priceListId }) => priceListId)),
]

/** Hundreds of entries may all overlap one another. */
const mostDays = 20

/** Refuses lists that are not `known`, days that end before they begin, and days with two lists. */
export function checkFields(entries: readonly RatePlanEntry[], known: ReadonlySet<number>): void {
  const fields: Record<string, string> = {}
  entries.forEach(({ priceListId, validFrom, validTo }, place) => {
    if (validTo !== null && validTo < validFrom) fields[`entries.${place}.validTo`] = 'range_reversed'
    if (!known.has(priceListId)) fields[`entries.${place}.priceListId`] = 'required'
  })
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
  const overlaps = findOverlaps(entries)
  if (overlaps.length > 0)
    throw new AppError('plan_entries_overlap', {
      fields: Object.fromEntries(overlaps.map(({ second }) => [`entries.${second}.validFrom`, 'is_not'])),
      days: overlaps.slice(0, mostDays).map(({ from, to }) => ({ from, to })),
    })
}

/** Refuses days on which a list is not valid. */
export function checkDays(
  entries: readonly RatePlanEntry[],
  lists: readonly { id: number; validFrom: string; validTo: string | null }[],
): void {
  const listOf = new Map(lists.map((list) => [list.id, list]))
  const outside = entries.flatMap((entry, place) => {
    const list = listOf.get(entry.priceListId)
    return list && liesWithin(entry, list) ? [] : [{ place, from: entry.validFrom, to: entry.validTo }]
  })
  if (outside.length > 0)
    throw new AppError('plan_entry_outside_list', {
      fields: Object.fromEntries(outside.map(({ place }) => [`entries.${place}.validFrom`, 'is_not'])),
      days: outside.map(({ from, to }) => ({ from, to })),
    })
}
