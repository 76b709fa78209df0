import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { ConflictPanel } from '../../shared/pricing/conflict-panel.tsx'
import { offerVersionsQuery, type SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { useTimePlans } from '../../shared/pricing/use-time-plans.ts'
import { OfferNotes, OfferSource } from './offer-notes.tsx'
import { OfferPrices } from './offer-prices.tsx'

interface OfferConflictProps {
  newer: SupplyOffer
  isBusy: boolean
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody else was faster: who, and the offer as they saved it. */
export function OfferConflict({ newer, ...choice }: OfferConflictProps) {
  const t = useT()
  const { data: plans } = useTimePlans()
  const { data: versions } = useQuery(offerVersionsQuery(newer.id))
  const who = versions?.[0]?.changedBy
  const blocks = plans?.flatMap((plan) => plan.blocks)
  return (
    <ConflictPanel
      text={who ? t('price_lists.conflict.text_by', { name: who }) : t('price_lists.conflict.text')}
      {...choice}
    >
      <h3>
        {t('price_lists.conflict.theirs')}: {newer.supplier} {newer.name}
      </h3>
      <OfferPrices offer={newer} findBlock={(id) => blocks?.find((block) => block.id === id)} />
      <OfferNotes terms={newer.terms} />
      <OfferSource offer={newer} />
    </ConflictPanel>
  )
}
