import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import pageStyles from '../../shared/what-if/what-if.module.css'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { findCandidate, isBelowZero, nameOfCandidate, sumOf } from './describe-comparison.ts'
import styles from './offer-comparison.module.css'
import type { ComparedOffer, OfferComparison } from './offer-comparison-query.ts'
import { useMonthName } from './use-month-name.ts'

interface Props {
  answer: OfferComparison
  selected: string | null
  onSelect: (key: string) => void
}

const columns = [
  'price_lists.field.utility',
  'offer_comparison.table.network',
  'offer_comparison.table.taxes',
  'location_pricing.part.feed_in',
  'offer_comparison.table.cheapest',
] as const

/** What can be taken, the cheapest first; choosing one shows its detail. On a phone the parts are in the detail. */
export function RankedOffers({ answer, selected, onSelect }: Props) {
  const t = useT()
  const month = useMonthName()
  const { comparison, todayKey } = answer
  const { from, to, isYearExact, asRead } = comparison
  const shown = comparison.offers.filter(({ isTakeable, payable }) => isTakeable && payable !== null)
  const months = { from: month(from.slice(0, 7)), to: month(to.slice(0, 7)) }
  return (
    <Panel
      heading={t('offer_comparison.table.heading')}
      lead={t(isYearExact ? 'offer_comparison.table.lead' : 'offer_comparison.table.lead_estimated', months)}
    >
      <FigureTable label={t('titles.cheapest_offer')}>
        <thead className={styles.heads}>
          <tr>
            <th scope="col">{t('supply_offers.edit.heading')}</th>
            {!isYearExact && (
              <th scope="col" className={styles.wide}>
                {t('spot_market.history.range')}
              </th>
            )}
            <th scope="col">{t('spot_market.history.year')}</th>
            {asRead && (
              <th scope="col" className={styles.wide}>
                {t('offer_comparison.table.as_read')}
              </th>
            )}
            {todayKey !== null && (
              <th scope="col" className={styles.wide}>
                {t('location_pricing.meters.difference')}
              </th>
            )}
            {columns.map((column) => (
              <th key={column} scope="col" className={styles.wide}>
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((offer) => (
            <Row
              key={offer.key}
              answer={answer}
              offer={offer}
              isSelected={offer.key === selected}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </FigureTable>
    </Panel>
  )
}

interface RowProps {
  answer: OfferComparison
  offer: ComparedOffer
  isSelected: boolean
  onSelect: (key: string) => void
}

function Row({ answer, offer, isSelected, onSelect }: RowProps) {
  const t = useT()
  const text = usePriceText()
  const format = useFormat()
  const { comparison, todayKey } = answer
  const { currency, isYearExact, asRead } = comparison
  const candidate = findCandidate(answer, offer.key)
  const money = (amount: string | null) => text.money(amount, currency)
  const { parts, sureness } = offer
  const tone = isBelowZero(offer.yearlyDifference) ? 'good' : undefined
  const difference = offer.key === todayKey || todayKey === null ? '' : money(offer.yearlyDifference)
  const share = sureness === null ? null : sureness.cheapestShare
  const isAdvised = comparison.advice.kind === 'switch' && comparison.advice.key === offer.key
  return (
    <tr aria-current={isSelected || undefined}>
      <th scope="row" className={styles.offer}>
        <label className={pageStyles.choice}>
          <input
            type="radio"
            name="compared-offer"
            checked={isSelected}
            onChange={() => onSelect(offer.key)}
          />
          <span>
            {nameOfCandidate(candidate)}{' '}
            {offer.key === todayKey && <span className={pageStyles.badge}>{t('rate_plans.today')}</span>}
            {isAdvised && <span className={styles.advised}>{t('offer_comparison.badge.advised')}</span>}
            <span className={styles.soft}>
              {t(`supply_offers.kind.${candidate.listType}`)}
              {candidate.boundMonths !== null &&
                ` · ${t('supply_offers.card.bound', { count: candidate.boundMonths })}`}
              {candidate.open.length > 0 && ` · ${t('offer_comparison.badge.open')}`}
            </span>
          </span>
        </label>
      </th>
      {!isYearExact && <td className={styles.wide}>{money(offer.payable)}</td>}
      <td>
        {money(offer.yearly)}
        <span className={styles.under} data-tone={tone}>
          {difference}
        </span>
      </td>
      {asRead && (
        <td className={styles.wide}>{money(asRead.find(({ key }) => key === offer.key)?.yearly ?? null)}</td>
      )}
      {todayKey !== null && (
        <td data-tone={tone} className={styles.wide}>
          {difference}
        </td>
      )}
      <td className={styles.wide}>{money(parts && sumOf(parts.energy, parts.fees))}</td>
      <td className={styles.wide}>{money(parts?.network ?? null)}</td>
      <td className={styles.wide}>{money(parts && sumOf(parts.levies, parts.vat))}</td>
      <td className={styles.wide}>{money(parts?.feedIn ?? null)}</td>
      <td className={styles.wide}>{format.percent(share, 0)}</td>
    </tr>
  )
}
