import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { type DaySpan, findGaps, inOrder } from '@ohmstead/domain/pricing/rate-plan'
import { dayAfter } from '@ohmstead/domain/time/days'

/** The days that a plan priced before and no longer does, in order; stretches that touch are one. */
export function findLostDays(before: readonly RatePlanEntry[], after: readonly RatePlanEntry[]): DaySpan[] {
  const lost: DaySpan[] = []
  for (const { validFrom, validTo } of inOrder(before))
    for (const gap of findGaps(after, { from: validFrom, to: validTo })) {
      const last = lost.at(-1)
      if (last?.to && dayAfter(last.to) === gap.from) last.to = gap.to
      else lost.push({ ...gap })
    }
  return lost
}
