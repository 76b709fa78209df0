import { tariffsOf } from '@ohmstead/domain/pricing/supply-offer'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { pricingPaths } from '../../shared/paths.ts'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { ChosenOffer } from './draft-of-offer.ts'
import styles from './price-list-wizard.module.css'

interface OfferChoiceProps {
  offer: SupplyOffer
  first: ChosenOffer
  onChange: (chosen: ChosenOffer) => void
}

/** What an offer leaves to its customer: one tariff or two, and on what the invoice comes. */
export function OfferChoice({ offer, first, onChange }: OfferChoiceProps) {
  const t = useT()
  const day = useFormatDay()
  const [chosen, setChosen] = useState(first)
  const choose = (part: Partial<ChosenOffer>) => {
    const next = { ...chosen, ...part }
    setChosen(next)
    onChange(next)
  }
  const { supplier, name, source, checkedOn, terms } = offer
  return (
    <div className={styles.intro}>
      <p>{t('price_lists.offer.from', { name: `${supplier} ${name}`, source, day: day(checkedOn) })}</p>
      {tariffsOf(terms).length > 1 && (
        <SegmentedChoice
          label={t('price_lists.field.tariffs')}
          value={String(chosen.tariffsCount)}
          options={[
            { value: '1', label: t('price_lists.tariffs.one') },
            { value: '2', label: t('price_lists.tariffs.two') },
          ]}
          onChange={(value) => choose({ tariffsCount: value === '1' ? 1 : 2 })}
        />
      )}
      {terms.monthlyFee !== terms.monthlyFeeElectronicInvoice && (
        <Checkbox
          checked={chosen.hasElectronicInvoice}
          label={t('price_lists.offer.electronic_invoice')}
          onChange={(hasElectronicInvoice) => choose({ hasElectronicInvoice })}
        />
      )}
    </div>
  )
}

/** Typing is for those whose offer is not in the library, which says what suits the location. */
export function PickOffer({ locationId }: { locationId: number | null }) {
  const t = useT()
  return (
    <p className={styles.intro}>
      <span>{t('price_lists.offer.or_pick')}</span>{' '}
      <Link to={pricingPaths.offers} {...(locationId !== null && { search: { location: locationId } })}>
        {t('price_lists.offer.pick')}
      </Link>
    </p>
  )
}
