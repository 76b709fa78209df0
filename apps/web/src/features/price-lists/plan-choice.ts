import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { liesWithin, replaceFrom } from '@ohmstead/domain/pricing/rate-plan'
import type { PriceListDraft } from './price-list-draft.ts'

/** What to do with a new list: a plan's id, a new plan, or nothing yet. */
export interface PlanChoice {
  plan: number | 'new' | 'none'
  /** From which day it holds in the plan. */
  from: string
  /** A new plan may take the place of the one that the location has. */
  mayReplace: boolean
}

/** The plan that the location has, as its page knows it. */
export type AssignedPlan = Pick<RatePlanView, 'id' | 'name'>

/** Into the plan that the location has, if the person keeps it; a new one if it has none. */
export function proposePlan(
  plans: readonly Pick<RatePlanView, 'id' | 'canEdit'>[],
  assigned: AssignedPlan | null,
  mayAssign: boolean,
): PlanChoice['plan'] {
  if (!assigned) return mayAssign ? 'new' : 'none'
  return plans.some(({ id, canEdit }) => canEdit && id === assigned.id) ? assigned.id : 'none'
}

/** The plan's entries with the list in force from the chosen day; null if the list does not hold then. */
export function entriesWith(
  plan: Pick<RatePlanView, 'entries'> | null,
  priceListId: number,
  from: string,
  { validFrom, validTo }: Pick<PriceListDraft, 'validFrom' | 'validTo'>,
): RatePlanEntry[] | null {
  const isReversed = validTo !== null && from > validTo
  if (from === '' || isReversed || !liesWithin({ validFrom: from, validTo }, { validFrom, validTo }))
    return null
  const entries = replaceFrom(plan?.entries ?? [], priceListId, from, validTo)
  return entries.map((entry) => ({
    priceListId: entry.priceListId,
    validFrom: entry.validFrom,
    validTo: entry.validTo,
  }))
}

/** The fields of the plan step that keep a list from being saved. */
export function findPlanProblems(
  { plan, from, mayReplace }: PlanChoice,
  draft: Pick<PriceListDraft, 'validFrom' | 'validTo'>,
  replaced: AssignedPlan | null,
): string[] {
  if (plan === 'none') return []
  return [
    ...(entriesWith(null, 0, from, draft) === null ? ['planFrom'] : []),
    ...(plan === 'new' && replaced && !mayReplace ? ['mayReplace'] : []),
  ]
}
