import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { findCandidate, nameOfCandidate } from './describe-comparison.ts'
import styles from './offer-comparison.module.css'
import type { OfferComparison } from './offer-comparison-query.ts'

/** What cannot be ranked: unknown prices, and offers that do not suit, each with its reason. */
export function OtherOffers({ answer }: { answer: OfferComparison }) {
  const t = useT()
  const text = usePriceText()
  const words = usePriceWords()
  const { offers, currency } = answer.comparison
  const others = offers.filter(({ isTakeable, payable }) => !isTakeable || payable === null)
  if (others.length === 0) return null
  return (
    <details className={styles.others}>
      <summary>{t('offer_comparison.others.heading', { count: others.length })}</summary>
      <ul>
        {others.map((offer) => {
          const candidate = findCandidate(answer, offer.key)
          const reasons = [
            ...candidate.unsuitable.map((reason) => t(`supply_offers.unsuitable.${reason}`)),
            ...(offer.payable === null ? offer.missing.map(words.missing) : []),
          ]
          return (
            <li key={offer.key}>
              <strong>{nameOfCandidate(candidate)}</strong>
              <span>{reasons.join(' ')}</span>
              {offer.yearly !== null && (
                <span className={styles.amount}>
                  {t('spot_market.history.year')}: {text.money(offer.yearly, currency)}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
