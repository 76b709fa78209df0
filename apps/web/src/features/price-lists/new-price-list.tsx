import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { refusedFields } from '../../shared/pricing/fields/refused-fields.ts'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { pricesKey, ratePlanQuery } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { showToast } from '../../ui/toast-store.ts'
import { draftOfOffer, firstChoice } from './draft-of-offer.ts'
import { OfferChoice, PickOffer } from './offer-choice.tsx'
import { entriesWith, type PlanChoice, PlanStep } from './plan-step.tsx'
import { emptyDraft, type PriceListDraft } from './price-list-draft.ts'
import { PriceListWizard } from './price-list-wizard.tsx'
import { PricePreview } from './price-preview.tsx'

interface NewPriceListProps {
  scope: PricesScope
  /** What the list begins with, if it is made from an offer. */
  offer?: SupplyOffer | null
}

/** Enters a new list, and puts it into a plan if wanted. */
export function NewPriceList({ scope, offer = null }: NewPriceListProps) {
  const t = useT()
  const today = useToday()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<PriceListDraft>(() =>
    offer ? draftOfOffer(offer, firstChoice(offer), today, t) : emptyDraft(scope.countryCode, today),
  )
  const [choice, setChoice] = useState<PlanChoice>({ plan: 'none', from: '' })
  // A list that was created before its plan failed is not created again.
  const [made, setMade] = useState<PriceListView | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [refused, setRefused] = useState<Record<string, FormMessage>>({})
  const chosen = { ...choice, from: choice.from || draft.validFrom }

  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { companyId } = scope
      const body = { ...draft, companyId, supplyOfferId: offer?.id ?? null, reason: null }
      const list = made ?? (await call('POST /pricing/price-lists', { body })).priceList
      setMade(list)
      await addToPlan(list)
      showToast(t('price_lists.done.saved', { name: list.name }), { tone: 'success' })
      await queryClient.invalidateQueries({ queryKey: pricesKey })
      await navigate({ to: scope.paths.priceLists })
    } catch (error) {
      setFailure(failureText(error, t))
      if (error instanceof ApiError) setRefused(refusedFields(error))
    } finally {
      setBusy(false)
    }
  }

  async function addToPlan(list: PriceListView) {
    if (chosen.plan === 'none') return
    if (chosen.plan === 'new') {
      const entries = entriesWith(null, list.id, chosen, list) ?? []
      const { companyId, locationId } = scope
      const { ratePlan } = await call('POST /pricing/plans', {
        body: { name: list.name, entries, companyId },
      })
      if (locationId !== null) {
        const { pricing } = await call('GET /locations/:locationId/pricing', { params: { locationId } })
        const body = { ratePlanId: ratePlan.id, version: pricing.version }
        await call('PUT /locations/:locationId/pricing/plan', { params: { locationId }, body })
      }
      return
    }
    const planId = chosen.plan
    // As it is now: somebody may have changed it since the page was opened.
    const { name, version, entries } = await queryClient.fetchQuery({
      ...ratePlanQuery(planId),
      staleTime: 0,
    })
    const changed = entriesWith({ entries }, list.id, chosen, list) ?? []
    const plain = changed.map(({ priceListId, validFrom, validTo }) => ({ priceListId, validFrom, validTo }))
    await call('PUT /pricing/plans/:planId', { params: { planId }, body: { name, version, entries: plain } })
  }

  const change = (changed: PriceListDraft) => {
    setDraft(changed)
    setRefused({})
    setMade(null)
  }
  return (
    <>
      {offer ? (
        <OfferChoice
          offer={offer}
          onChange={(chosen) => change({ ...draft, terms: draftOfOffer(offer, chosen, today, t).terms })}
        />
      ) : (
        <PickOffer />
      )}
      <PriceListWizard
        draft={draft}
        today={today}
        isReadOnly={false}
        isBusy={isBusy}
        failure={failure}
        refused={refused}
        saveLabel={t('price_lists.action.create')}
        plan={<PlanStep scope={scope} draft={draft} choice={chosen} today={today} onChange={setChoice} />}
        summary={null}
        preview={(problems) => <PricePreview scope={scope} draft={draft} problems={problems} today={today} />}
        onChange={change}
        onSave={() => void save()}
      />
    </>
  )
}
