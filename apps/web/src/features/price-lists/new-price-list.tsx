import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { usePageLeave } from '../../shared/forms/use-page-leave.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { refusedFields } from '../../shared/pricing/fields/refused-fields.ts'
import { locationPricingQuery } from '../../shared/pricing/location-prices-query.ts'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { pricesKey, ratePlansQuery } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { draftOfOffer, firstChoice } from './draft-of-offer.ts'
import { OfferChoice, PickOffer } from './offer-choice.tsx'
import { findPlanProblems, type PlanChoice, proposePlan } from './plan-choice.ts'
import { PlanStep, PlanSummary } from './plan-step.tsx'
import { emptyDraft, type PriceListDraft } from './price-list-draft.ts'
import { PriceListWizard } from './price-list-wizard.tsx'
import { PricePreview } from './price-preview.tsx'
import { type SavedSoFar, saveNewList } from './save-new-list.ts'

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
  const { mayAssign } = scope
  const settings = useQuery({ ...locationPricingQuery(scope.locationId ?? 0), enabled: mayAssign })
  const plans = useQuery(ratePlansQuery(scope))
  const assigned = (mayAssign && settings.data?.plan) || null
  const [chosen, setChoice] = useState<Partial<PlanChoice>>({})
  const isKnown = plans.data !== undefined && (!mayAssign || settings.data !== undefined)
  const proposed = isKnown ? proposePlan(plans.data ?? [], assigned, mayAssign) : 'none'
  const choice = {
    plan: chosen.plan ?? proposed,
    from: chosen.from ?? draft.validFrom,
    mayReplace: chosen.mayReplace ?? false,
  }
  const saved = useRef<SavedSoFar>({ list: null, planId: null })
  const isDone = useRef(false)
  const [first] = useState(draft)
  const leaving = usePageLeave(() => draft !== first && !isDone.current, 'form')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [refused, setRefused] = useState<Record<string, FormMessage>>({})

  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await saveNewList({ scope, draft, choice, supplyOfferId: offer?.id ?? null }, saved.current)
      showToast(t('price_lists.done.saved', { name: draft.name }), { tone: 'success' })
      isDone.current = true
      await navigate({ to: scope.paths.priceLists })
    } catch (error) {
      const reason = failureText(error, t)
      const isStored = saved.current.list?.draft === draft
      setFailure(isStored ? t('price_lists.plan.failed', { reason }) : reason)
      if (error instanceof ApiError && !isStored) setRefused(refusedFields(error))
    } finally {
      setBusy(false)
      if (saved.current.list) void queryClient.invalidateQueries({ queryKey: pricesKey })
    }
  }
  const change = (changed: PriceListDraft) => {
    setDraft(changed)
    setRefused({})
    setFailure(null)
  }
  const step = { scope, draft, choice, plans: plans.data ?? [], assigned, today }
  const failed = plans.error ?? settings.error
  const retry = () => {
    void plans.refetch()
    if (mayAssign) void settings.refetch()
  }
  const isReplaced = choice.plan === 'new' ? assigned : null
  return (
    <>
      {leaving}
      {offer ? (
        <OfferChoice
          offer={offer}
          onChange={(chosen) => change({ ...draft, terms: draftOfOffer(offer, chosen, today, t).terms })}
        />
      ) : (
        <PickOffer locationId={scope.locationId} />
      )}
      <PriceListWizard
        draft={draft}
        today={today}
        isReadOnly={false}
        isBusy={isBusy}
        failure={failure}
        refused={refused}
        saveLabel={t('price_lists.action.create')}
        // Nothing is decided for somebody who has not seen it.
        planProblems={isKnown ? findPlanProblems(choice, draft, isReplaced) : ['plan']}
        plan={(isChecked) => (
          <>
            {failed && <FailedStrip error={failed} onRetry={retry} />}
            {isKnown && (
              <PlanStep
                {...step}
                isChecked={isChecked}
                onChange={(part) => setChoice({ ...chosen, ...part })}
              />
            )}
            {!isKnown && !failed && <Skeleton height={120} radius={16} />}
          </>
        )}
        summary={isKnown && <PlanSummary {...step} />}
        preview={(problems) => <PricePreview scope={scope} draft={draft} problems={problems} today={today} />}
        onChange={change}
        onSave={() => void save()}
      />
    </>
  )
}
