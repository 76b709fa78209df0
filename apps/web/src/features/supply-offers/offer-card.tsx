import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths, pricingPaths } from '../../shared/paths.ts'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { FindBlock } from './describe-offer.ts'
import { OfferNotes, OfferSource } from './offer-notes.tsx'
import { OfferPrices } from './offer-prices.tsx'
import styles from './offers.module.css'

interface OfferCardProps {
  offer: SupplyOffer
  findBlock: FindBlock
  /** The price list is made for this location; null for none. */
  locationId: number | null
  /** Off for people who make no price lists. */
  mayUse: boolean
  /** Buttons of whoever keeps the library. */
  actions?: ReactNode
}

/** An offer as its price list would print it, with its source and whether it suits. */
export function OfferCard({ offer, findBlock, locationId, mayUse, actions }: OfferCardProps) {
  const t = useT()
  const { terms, suitability } = offer
  const isYearly = terms.selfSupply === 'netMetering'
  const isUnsuitable = suitability !== null && suitability.unsuitable.length > 0
  return (
    <li className={styles.card} data-unsuitable={isUnsuitable || undefined}>
      <header className={styles.title}>
        <h2>
          <span className={styles.supplier}>{offer.supplier}</span> {offer.name}
        </h2>
        <span className={styles.kind}>{t(`supply_offers.kind.${terms.buy.kind}`)}</span>
      </header>
      <OfferPrices offer={offer} findBlock={findBlock} />
      <OfferNotes terms={terms} />
      <Suits suitability={suitability} />
      <footer className={styles.foot}>
        <OfferSource offer={offer} />
        {isYearly && <p className={styles.source}>{t('supply_offers.card.yearly_only')}</p>}
        <div className={styles.actions}>
          {mayUse && !isYearly && (
            <Link
              to={
                locationId === null
                  ? pricingPaths.createPriceList
                  : locationPaths.createPriceList({ locationId })
              }
              search={{ offer: offer.id }}
              className={buttonClass({ size: 'small' })}
              aria-label={`${t('supply_offers.action.use')}: ${offer.supplier} ${offer.name}`}
            >
              {t('supply_offers.action.use')}
            </Link>
          )}
          {actions}
        </div>
      </footer>
    </li>
  )
}

/** Why it does not suit, or what would have to be known. */
function Suits({ suitability }: { suitability: SupplyOffer['suitability'] }) {
  const t = useT()
  if (!suitability) return null
  const { unsuitable, open } = suitability
  if (unsuitable.length > 0)
    return (
      <div className={styles.suits} data-tone="warning">
        <IconAlertTriangle size={16} aria-hidden />
        <ul>
          {unsuitable.map((reason) => (
            <li key={reason}>{t(`supply_offers.unsuitable.${reason}`)}</li>
          ))}
        </ul>
      </div>
    )
  if (open.length > 0)
    return (
      <div className={styles.suits}>
        <IconHelpCircle size={16} aria-hidden />
        <ul>
          {open.map((question) => (
            <li key={question}>{t(`supply_offers.open.${question}`)}</li>
          ))}
        </ul>
      </div>
    )
  return (
    <p className={styles.suits} data-tone="good">
      <IconCircleCheck size={16} aria-hidden />
      {t('supply_offers.card.suits')}
    </p>
  )
}
