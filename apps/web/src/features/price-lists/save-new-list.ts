import type { PriceListView } from '@ohmstead/contract/price-lists'
import { call } from '../../lib/call.ts'
import { ratePlanQuery } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { queryClient } from '../../shared/query-client.ts'
import { entriesWith, type PlanChoice } from './plan-choice.ts'
import { type PriceListDraft, withoutHidden } from './price-list-draft.ts'

/** What is stored of a new list and its plan: saving again goes on from there, and makes neither a second time. */
export interface SavedSoFar {
  list: { view: PriceListView; draft: PriceListDraft } | null
  /** The new plan, which its location may not have yet. */
  planId: number | null
}

interface NewList {
  scope: PricesScope
  draft: PriceListDraft
  choice: PlanChoice
  supplyOfferId: number | null
}

/** Stores a list, puts it into the chosen plan, and gives a new plan to the location; notes each step in `saved`. */
export async function saveNewList(
  { scope, draft, choice, supplyOfferId }: NewList,
  saved: SavedSoFar,
): Promise<void> {
  const list = await saveList(scope, draft, supplyOfferId, saved)
  if (choice.plan === 'none') return
  if (choice.plan !== 'new') return putIntoPlan(choice.plan, list, choice.from)
  if (saved.planId !== null) await putIntoPlan(saved.planId, list, choice.from)
  else {
    const { companyId } = scope
    const entries = entriesWith(null, list.id, choice.from, list) ?? []
    const { ratePlan } = await call('POST /pricing/plans', { body: { name: list.name, entries, companyId } })
    saved.planId = ratePlan.id
  }
  const { locationId } = scope
  if (locationId === null || !scope.mayAssign) return
  const params = { locationId }
  const { pricing } = await call('GET /locations/:locationId/pricing', { params })
  const body = { ratePlanId: saved.planId, version: pricing.version }
  await call('PUT /locations/:locationId/pricing/plan', { params, body })
}

async function saveList(
  { companyId }: PricesScope,
  draft: PriceListDraft,
  supplyOfferId: number | null,
  saved: SavedSoFar,
): Promise<PriceListView> {
  const content = { ...withoutHidden(draft), reason: null }
  if (saved.list?.draft === draft) return saved.list.view
  const { priceList: view } =
    saved.list === null
      ? await call('POST /pricing/price-lists', { body: { ...content, companyId, supplyOfferId } })
      : await call('PUT /pricing/price-lists/:priceListId', {
          params: { priceListId: saved.list.view.id },
          body: { ...content, version: saved.list.view.version },
        })
  saved.list = { view, draft }
  return view
}

async function putIntoPlan(planId: number, list: PriceListView, from: string): Promise<void> {
  // As it is now: somebody may have changed it since the page was opened.
  const plan = await queryClient.fetchQuery({ ...ratePlanQuery(planId), staleTime: 0 })
  const entries = entriesWith(plan, list.id, from, list)
  if (!entries) return
  const { name, version } = plan
  await call('PUT /pricing/plans/:planId', { params: { planId }, body: { name, version, entries } })
}
