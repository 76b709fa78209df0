import type { MonthCostsView } from '@ohmstead/contract/location-pricing-money'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import styles from './month-costs.module.css'

/** The sums of all locations whose cost is known, and how many are in none of them and why. */
export function MonthCostsSums({ costs: { sums, total, uncounted } }: { costs: MonthCostsView }) {
  const t = useT()
  const text = usePriceText()
  const format = useFormat()
  const left = [
    ['left_no_plan', uncounted.noPlan],
    ['left_not_worked_out', uncounted.notWorkedOut],
    ['left_outdated', uncounted.outdated],
    ['left_unknown', uncounted.unknown],
  ] as const
  const reasons = left
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => t(`location_pricing.month.${reason}`, { count: format.number(count) }))
  return (
    <div className={styles.sums}>
      {sums.length === 0 && total > 0 && <p>{t('location_pricing.month.no_sum')}</p>}
      {sums.map(({ currency, importCost, exportRevenue, locations, provisional, fromUntil, toUntil }) => (
        <div key={currency}>
          <dl>
            <div>
              <dt>{t('location_pricing.month.cost')}</dt>
              <dd>{text.money(importCost, currency)}</dd>
            </div>
            <div>
              <dt>{t('location_pricing.month.revenue')}</dt>
              <dd>{text.money(exportRevenue, currency)}</dd>
            </div>
          </dl>
          <p className={styles.soft}>
            {[
              t(fromUntil === toUntil ? 'location_pricing.month.sum' : 'location_pricing.month.sum_span', {
                count: format.number(locations),
                total: format.number(total),
                time: format.dateTime(toUntil),
                from: format.dateTime(fromUntil),
                to: format.dateTime(toUntil),
              }),
              provisional > 0 &&
                t('location_pricing.month.sum_provisional', { count: format.number(provisional) }),
            ]
              .filter(Boolean)
              .join('; ')}
          </p>
        </div>
      ))}
      {reasons.length > 0 && (
        <p className={styles.soft}>{t('location_pricing.month.left_out', { reasons: reasons.join(', ') })}</p>
      )}
    </div>
  )
}
