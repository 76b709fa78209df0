import type { RatePlanVersionEntry } from '@ohmstead/contract/rate-plans'

export type PlanDifference =
  | { kind: 'added' | 'removed'; entry: RatePlanVersionEntry }
  | { kind: 'moved'; entry: RatePlanVersionEntry; before: RatePlanVersionEntry }

const isSame = (one: RatePlanVersionEntry, other: RatePlanVersionEntry) =>
  one.priceListId === other.priceListId && one.validFrom === other.validFrom && one.validTo === other.validTo

/** What became of the entries of a plan: one of a list that has other days is moved, and neither removed nor added. */
export function findPlanDifferences(
  before: readonly RatePlanVersionEntry[],
  after: readonly RatePlanVersionEntry[],
): PlanDifference[] {
  const lost = before.filter((one) => !after.some((other) => isSame(one, other)))
  const gained = after.filter((one) => !before.some((other) => isSame(one, other)))
  const differences = gained.map((entry): PlanDifference => {
    const place = lost.findIndex(({ priceListId }) => priceListId === entry.priceListId)
    if (place === -1) return { kind: 'added', entry }
    return { kind: 'moved', entry, before: lost.splice(place, 1)[0]! }
  })
  return [...differences, ...lost.map((entry): PlanDifference => ({ kind: 'removed', entry }))]
}
