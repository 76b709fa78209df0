import { IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useAssumptions } from '../../shared/what-if/use-assumptions.ts'
import pageStyles from '../../shared/what-if/what-if.module.css'
import { ComparisonNotes } from './comparison-notes.tsx'
import { OfferChoiceForm } from './offer-choice-form.tsx'
import {
  type OfferChoices,
  type OfferComparison,
  type OfferSubject,
  offerComparisonQuery,
} from './offer-comparison-query.ts'
import { OfferDetail } from './offer-detail.tsx'
import { OfferVerdict } from './offer-verdict.tsx'
import { OtherOffers } from './other-offers.tsx'
import { RankedOffers } from './ranked-offers.tsx'

/** Which offer is the cheapest on somebody's own readings: the answer, then its proof. */
export function OfferComparisonView({
  subject,
  period,
}: {
  subject: OfferSubject
  /** Where the period is chosen elsewhere on the page. */
  period?: Pick<OfferChoices, 'from' | 'to'>
}) {
  const id = subject.kind === 'location' ? subject.locationId : subject.deviceId
  const { values, change } = useAssumptions<OfferChoices>(`offers/${subject.kind}`, id, {})
  const choices = { ...values, ...period }
  const query = useQuery(offerComparisonQuery(subject, choices))
  const { data: answer, error, refetch } = query
  const retry = () => void refetch()
  if (!answer) return error ? <FailedState isPage error={error} onRetry={retry} /> : <OffersSkeleton />
  return (
    <div className={pageStyles.page} aria-busy={query.isPlaceholderData}>
      {error && <FailedStrip error={error} knownAt={query.dataUpdatedAt} onRetry={retry} />}
      <div className={pageStyles.answer} data-outdated={query.isPlaceholderData || undefined}>
        <Answered
          subject={subject}
          answer={answer}
          choices={choices}
          change={change}
          hasPeriod={period === undefined}
        />
      </div>
    </div>
  )
}

interface AnsweredProps {
  subject: OfferSubject
  answer: OfferComparison
  choices: OfferChoices
  change: (part: Partial<OfferChoices>) => void
  hasPeriod: boolean
}

function Answered({ subject, answer, choices, change, hasPeriod }: AnsweredProps) {
  const t = useT()
  const { comparison } = answer
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const first = comparison.advice.kind === 'switch' ? comparison.advice.key : comparison.offers[0]?.key
  const selected =
    comparison.offers.find(({ key }) => key === chosenKey) ??
    comparison.offers.find(({ key }) => key === first)
  const form = <OfferChoiceForm answer={answer} choices={choices} onChange={change} hasPeriod={hasPeriod} />
  if (comparison.offers.every(({ payable }) => payable === null) && comparison.monthsKnown === 0)
    return (
      <>
        <EmptyState
          isPage
          icon={<IconTags size={22} stroke={1.6} />}
          title={t('offer_comparison.empty.title')}
          text={t('offer_comparison.empty.text')}
        />
        <ComparisonNotes answer={answer} />
        {form}
      </>
    )
  return (
    <>
      <OfferVerdict answer={answer} onToday={(today) => change({ today })} />
      {form}
      <ComparisonNotes answer={answer} />
      <RankedOffers answer={answer} selected={selected?.key ?? null} onSelect={setChosenKey} />
      {selected && (
        <OfferDetail
          key={selected.key}
          subject={subject}
          answer={answer}
          offer={selected}
          choices={choices}
        />
      )}
      <OtherOffers answer={answer} />
    </>
  )
}

function OffersSkeleton() {
  return (
    <div className={pageStyles.page} aria-busy>
      <Skeleton width="70%" height={34} />
      <Skeleton height={96} radius={16} />
      <Skeleton height={480} radius={16} />
    </div>
  )
}
