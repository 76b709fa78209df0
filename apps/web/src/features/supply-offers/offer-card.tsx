import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths, pricingPaths } from '../../shared/paths.ts'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { type FindBlock, listPrices, type OfferFact } from './describe-offer.ts'
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
  const text = usePriceText()
  const day = useFormatDay()
  const { terms, suitability } = offer
  const money = (amount: string) => text.money(amount, terms.currency)
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
      <Prices
        name={`${offer.supplier} ${offer.name}`}
        currency={terms.currency}
        bought={listPrices(terms.buy, terms, text, t, findBlock)}
        sold={terms.sell && listPrices(terms.sell, terms, text, t, findBlock)}
      />
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
      <Suits suitability={suitability} />
      <footer className={styles.foot}>
        <p className={styles.source}>
          {t('supply_offers.card.source', { source: offer.source, day: day(offer.checkedOn) })}{' '}
          {offer.validTo
            ? t('supply_offers.card.valid', { from: day(offer.validFrom), to: day(offer.validTo) })
            : t('supply_offers.card.valid_from', { from: day(offer.validFrom) })}
        </p>
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

/** Side by side where both directions have the same windows. */
function Prices({
  name,
  currency,
  bought,
  sold,
}: {
  name: string
  currency: CurrencyCode
  bought: readonly OfferFact[]
  sold: readonly OfferFact[] | null
}) {
  const t = useT()
  const isAlike = sold?.length === bought.length && sold.every(({ name }, at) => name === bought[at]!.name)
  if (sold && isAlike && sold.length > 1)
    return (
      <FigureTable isFlush label={`${t('supply_offers.price.spot')}: ${name}`}>
        <thead>
          <tr>
            <th scope="col">{currency}/kWh</th>
            <th scope="col">{t('supply_offers.card.taken')}</th>
            <th scope="col">{t('supply_offers.card.fed_in')}</th>
          </tr>
        </thead>
        <tbody>
          {bought.map(({ key, name: window, bare }, at) => (
            <tr key={key}>
              <th scope="row">{window}</th>
              <td>{bare}</td>
              <td>{sold[at]!.bare}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    )
  return (
    <>
      <Facts facts={bought} />
      {sold && (
        <section>
          <h3>{t('supply_offers.card.sell')}</h3>
          <Facts facts={sold} />
        </section>
      )}
    </>
  )
}

function Facts({ facts }: { facts: readonly OfferFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, name, value }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
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
