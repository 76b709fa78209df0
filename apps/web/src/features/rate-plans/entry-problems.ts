import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { findOverlaps, liesWithin } from '@ohmstead/domain/pricing/rate-plan'
import type { Translate } from '../../shared/i18n/use-t.ts'
import { isWhole } from './rate-plan-draft.ts'

/** What the server would refuse, by the place of the entry; the later of two overlapping ones is marked. */
export function describeEntryProblems(
  entries: readonly RatePlanEntry[],
  lists: readonly Pick<PriceListView, 'id' | 'name' | 'validFrom' | 'validTo'>[],
  names: ReadonlyMap<number, string>,
  t: Translate,
): Map<number, string> {
  const problems = new Map<number, string>()
  entries.forEach((entry, place) => {
    const list = lists.find(({ id }) => id === entry.priceListId)
    if (entry.priceListId === 0) problems.set(place, t('rate_plans.problem.no_list'))
    else if (entry.validFrom === '') problems.set(place, t('rate_plans.problem.no_start'))
    else if (!isWhole(entry)) problems.set(place, t('rate_plans.problem.reversed'))
    else if (list && !liesWithin(entry, list))
      problems.set(place, t('rate_plans.problem.outside', { name: list.name }))
  })
  const places = entries.flatMap((entry, place) => (isWhole(entry) ? [place] : []))
  for (const { first, second } of findOverlaps(places.map((place) => entries[place]!))) {
    const other = names.get(entries[places[first]!]!.priceListId) ?? ''
    const place = places[second]!
    if (!problems.has(place)) problems.set(place, t('rate_plans.problem.overlap', { name: other }))
  }
  return problems
}
