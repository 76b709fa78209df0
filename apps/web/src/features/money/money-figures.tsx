import type { MoneyView } from '@ohmstead/contract/money'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { useMissingText } from '../../shared/pricing/use-missing-text.ts'
import styles from './money.module.css'
import { type MoneyRow, MoneyTable } from './money-table.tsx'
import { useMoneyText } from './use-money-text.ts'

type MoneyRange = NonNullable<MoneyView['forecast']>['payable']

/** Today, the month so far and the whole month beside each other, and what is unknown in them. */
export function MoneyFigures({ money }: { money: MoneyView }) {
  const t = useT()
  const text = useMoneyText(money)
  const missingText = useMissingText()
  const { today, month_so_far: month, forecast, noForecast, missing, caveats } = money
  const rowOf = (key: string, name: MessageKey, sums: typeof today): MoneyRow => ({
    ...{ key, name: t(name) },
    ...{ cost: text(sums.importCost), revenue: text(sums.exportRevenue), payable: text(sums.payable) },
  })
  const range = ({ low, high }: MoneyRange) =>
    t('location_overview.money.range', { low: text(low), high: text(high) })
  // Ranges, since the middles of cost and revenue do not make up the middle of what is to pay.
  const whole: MoneyRow | null = forecast && {
    ...{ key: 'whole', name: t('money.whole_month') },
    ...{ cost: range(forecast.importCost), revenue: range(forecast.exportRevenue) },
    ...{ payable: text(forecast.payable.middle), range: range(forecast.payable) },
  }
  const notes = [
    month.isProvisional && t('money.provisional'),
    caveats.includes('netMetering') && t('location_pricing.netting.bill'),
    caveats.includes('sharing') && t('location_pricing.sharing.bill'),
    ...missing.map(missingText),
    noForecast?.reason === 'tooFewDays' &&
      t('money.no_forecast.days', { known: noForecast.known, needed: noForecast.needed }),
    noForecast?.reason === 'unknownPrices' && t('money.no_forecast.prices'),
  ].filter((note) => note !== false)
  return (
    <section className={styles.figures}>
      <MoneyTable
        label={t('titles.money_costs')}
        head={t('spot_market.history.range')}
        rows={[
          rowOf('today', 'location_overview.money.today', today),
          { ...rowOf('month', 'location_overview.money.month', month), isProvisional: month.isProvisional },
          ...(whole ? [whole] : []),
        ]}
      />
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
