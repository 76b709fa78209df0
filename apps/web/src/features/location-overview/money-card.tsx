import type { GlanceView } from '@ohmstead/contract/charts'
import type { MoneyNowView } from '@ohmstead/contract/money'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import styles from './money-card.module.css'

interface Props {
  address: LocationAddress
  glance: GlanceView | undefined
}

/** What it costs and earns: today, this month, and by its end. A home without prices gets the way to them. */
export const MoneyCard = memo(function MoneyCard({ address, glance }: Props) {
  const t = useT()
  const money = glance?.money
  if (money === null)
    return (
      <Link className={styles.setUp} to={locationPaths.pricing(address)}>
        {t('location_overview.money.no_prices')}
      </Link>
    )
  return (
    <section className={styles.card} aria-labelledby="money-heading">
      <div className={styles.head}>
        <h2 id="money-heading">{t('location_pricing.bill.payable')}</h2>
        <Link className={styles.link} to={locationPaths.money(address)}>
          {t('titles.money_costs')}
        </Link>
      </div>
      {money ? <Figures money={money} /> : <Skeleton height={72} />}
    </section>
  )
})

/** Every amount is what is to pay; below it, what that is made of. */
function Figures({ money }: { money: MoneyNowView }) {
  const t = useT()
  const text = usePriceText()
  const { today, month_so_far, forecast, currency, budget } = money
  const state = budget?.state
  const passed = [
    ['location_overview.money.today', today],
    ['location_overview.money.month', month_so_far],
  ] as const
  return (
    <>
      <dl className={styles.figures}>
        {passed.map(([name, { payable, importCost, exportRevenue }]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>
              {text.money(payable, currency)}
              {exportRevenue !== null && Number(exportRevenue) !== 0 && (
                <small>
                  {t('location_pricing.month.split', {
                    cost: text.money(importCost, currency),
                    revenue: text.money(exportRevenue, currency),
                  })}
                </small>
              )}
            </dd>
          </div>
        ))}
        {forecast && (
          <div>
            <dt>{t('money.whole_month')}</dt>
            <dd>
              {text.money(forecast.payable.middle, currency)}
              <small>
                {t('location_overview.money.range', {
                  low: text.money(forecast.payable.low, currency),
                  high: text.money(forecast.payable.high, currency),
                })}
              </small>
            </dd>
          </div>
        )}
      </dl>
      {budget && (state === 'exceeded' || state === 'likely') && (
        <p className={styles.budget}>
          {t(`location_overview.money.${state}`, { amount: text.money(budget.amount, budget.currency) })}
        </p>
      )}
    </>
  )
}
