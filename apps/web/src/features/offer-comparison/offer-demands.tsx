import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import styles from './offer-comparison.module.css'
import type { OfferCandidate } from './offer-comparison-query.ts'

/** What a switch would take: term, conditions, fees, what is not known yet, and where the offer was read. */
export function OfferDemands({ candidate, currency }: { candidate: OfferCandidate; currency: CurrencyCode }) {
  const t = useT()
  const day = useFormatDay()
  const text = usePriceText()
  const words = usePriceWords()
  const { boundMonths, remarks, monthlyFees, needsQuarterHours, open, source, checkedOn, note } = candidate
  const demands = [
    boundMonths === null ? null : t('supply_offers.card.bound', { count: boundMonths }),
    candidate.kind === 'offer' && boundMonths === null ? t('offer_comparison.demand.not_bound') : null,
    ...monthlyFees.map(
      ({ name, amount }) =>
        `${words.name(name)}: ${t('supply_offers.card.fee', { fee: text.money(amount, currency) })}`,
    ),
    ...remarks.map((remark) => t(`supply_offers.remark.${remark}`)),
    needsQuarterHours ? t('supply_offers.card.needs_quarter_hours') : null,
    ...open.map((question) => t(`supply_offers.open.${question}`)),
    note,
  ].filter((demand) => demand !== null)
  return (
    <section>
      <h3>{t('offer_comparison.demand.heading')}</h3>
      <ul className={styles.demands}>
        {demands.map((demand) => (
          <li key={demand}>{demand}</li>
        ))}
      </ul>
      {source && checkedOn && (
        <p className={styles.soft}>
          {t('supply_offers.card.source', { source, day: day(checkedOn) })}{' '}
          {candidate.validTo
            ? t('supply_offers.card.valid', { from: day(candidate.validFrom), to: day(candidate.validTo) })
            : t('supply_offers.card.valid_from', { from: day(candidate.validFrom) })}
        </p>
      )}
    </section>
  )
}
