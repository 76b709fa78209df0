import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { usePageLeave } from '../../shared/forms/use-page-leave.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { refusedFields } from '../../shared/pricing/fields/refused-fields.ts'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { pricesKey } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { draftOfOffer, firstChoice } from './draft-of-offer.ts'
import { OfferChoice, PickOffer } from './offer-choice.tsx'
import { PlanLocation, PlanStep, PlanSummary } from './plan-step.tsx'
import { emptyDraft, type PriceListDraft } from './price-list-draft.ts'
import { PriceListWizard } from './price-list-wizard.tsx'
import { PricePreview } from './price-preview.tsx'
import { type SavedSoFar, saveNewList } from './save-new-list.ts'
import { usePlanChoice } from './use-plan-choice.ts'

interface NewPriceListProps {
  scope: PricesScope
  /** What the list begins with, if it is made from an offer. */
  offer?: SupplyOffer | null
  /** How many tariffs the location's metering point has, if that is known. */
  tariffsCount?: 1 | 2 | null
}

/** Enters a new list, and puts it into a plan if wanted. */
export function NewPriceList({ scope, offer = null, tariffsCount = null }: NewPriceListProps) {
  const t = useT()
  const today = useToday()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<PriceListDraft>(() =>
    offer
      ? draftOfOffer(offer, firstChoice(offer, tariffsCount), today, t)
      : emptyDraft(scope.countryCode, today),
  )
  const place = usePlanChoice(scope, draft.validFrom)
  const saved = useRef<SavedSoFar>({ list: null, planId: null })
  const isDone = useRef(false)
  const [first] = useState(draft)
  const leaving = usePageLeave(() => draft !== first && !isDone.current, 'form')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [refused, setRefused] = useState<Record<string, FormMessage>>({})

  /** The page that now says what a kilowatt-hour costs here; the lists where this one prices nothing yet. */
  const whereTo = () => {
    const { scope: target, choice, assigned } = place
    const isPriced = choice.plan === 'new' ? target.mayAssign : choice.plan === assigned?.id
    return scope.address && isPriced ? locationPaths.pricing(scope.address) : scope.paths.priceLists
  }
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { scope: target, choice } = place
      await saveNewList({ scope: target, draft, choice, supplyOfferId: offer?.id ?? null }, saved.current)
      showToast(t('price_lists.done.saved', { name: draft.name }), { tone: 'success' })
      isDone.current = true
      await navigate({ to: whereTo() })
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
  const step = { ...place, draft, today }
  return (
    <>
      {leaving}
      {offer ? (
        <OfferChoice
          offer={offer}
          first={firstChoice(offer, tariffsCount)}
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
        planProblems={place.findProblems(draft)}
        plan={(isChecked) => (
          <>
            {place.failed && <FailedStrip error={place.failed} onRetry={place.retry} />}
            {place.locations.length > 0 && (
              <PlanLocation
                locations={place.locations}
                locationId={place.scope.locationId}
                onChange={place.chooseLocation}
              />
            )}
            {place.isKnown && <PlanStep {...step} isChecked={isChecked} onChange={place.change} />}
            {!place.isKnown && !place.failed && <Skeleton height={120} radius={16} />}
          </>
        )}
        summary={place.isKnown && <PlanSummary {...step} />}
        preview={(problems) => (
          <PricePreview
            scope={scope}
            draft={draft}
            problems={problems}
            today={today}
            onBegin={(validFrom) => change({ ...draft, validFrom })}
          />
        )}
        onChange={change}
        onSave={() => void save()}
      />
    </>
  )
}
