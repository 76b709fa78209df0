import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import styles from './offers.module.css'

/** What an offer costs besides energy, and what it demands. */
export function OfferNotes({ terms }: { terms: SupplyOffer['terms'] }) {
  const t = useT()
  const text = usePriceText()
  const money = (amount: string) => text.money(amount, terms.currency)
  return (
    <ul className={styles.notes}>
      <li>
        {terms.monthlyFee === terms.monthlyFeeElectronicInvoice
          ? t('supply_offers.card.fee', { fee: money(terms.monthlyFee) })
          : t('supply_offers.card.fees', {
              electronic: money(terms.monthlyFeeElectronicInvoice),
              paper: money(terms.monthlyFee),
            })}
      </li>
      {terms.extraServiceFee !== null && (
        <li>{t('supply_offers.card.extra_fee', { fee: money(terms.extraServiceFee) })}</li>
      )}
      {terms.boundMonths !== null && <li>{t('supply_offers.card.bound', { count: terms.boundMonths })}</li>}
      <li>{t(`supply_offers.self_supply.${terms.selfSupply}`)}</li>
      {terms.needsQuarterHours && <li>{t('supply_offers.card.needs_quarter_hours')}</li>}
      {terms.communityAllowed === true && <li>{t('supply_offers.card.community')}</li>}
      {terms.sharingSenderAllowed === false && <li>{t('supply_offers.card.no_sharing')}</li>}
      {terms.remarks.map((remark) => (
        <li key={remark}>{t(`supply_offers.remark.${remark}`)}</li>
      ))}
      {terms.note && <li>{terms.note}</li>}
    </ul>
  )
}

/** Where an offer was read and when, and on which days it can be taken. */
export function OfferSource({
  offer,
}: {
  offer: Pick<SupplyOffer, 'source' | 'checkedOn' | 'validFrom' | 'validTo'>
}) {
  const t = useT()
  const day = useFormatDay()
  return (
    <p className={styles.source}>
      {t('supply_offers.card.source', { source: offer.source, day: day(offer.checkedOn) })}{' '}
      {offer.validTo
        ? t('supply_offers.card.valid', { from: day(offer.validFrom), to: day(offer.validTo) })
        : t('supply_offers.card.valid_from', { from: day(offer.validFrom) })}
    </p>
  )
}
