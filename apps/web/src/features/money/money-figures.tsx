import type { MoneyView } from '@ohmstead/contract/money'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { useMissingText } from '../../shared/pricing/use-missing-text.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import styles from './money.module.css'
import { useMoneyText } from './use-money-text.ts'

/** Today, the month so far and the whole month beside each other, and what is unknown in them. */
export function MoneyFigures({ money }: { money: MoneyView }) {
  const t = useT()
  const text = useMoneyText(money)
  const missingText = useMissingText()
  const { today, month_so_far: month, forecast, noForecast, missing, caveats } = money
  const rows: [MessageKey, keyof typeof today][] = [
    ['location_pricing.month.cost', 'importCost'],
    ['location_pricing.month.revenue', 'exportRevenue'],
    ['location_pricing.bill.payable', 'payable'],
  ]
  const notes = [
    month.isProvisional && t('money.provisional'),
    caveats.includes('netMetering') && t('location_pricing.netting.bill'),
    ...missing.map(missingText),
    noForecast?.reason === 'tooFewDays' &&
      t('money.no_forecast.days', { known: noForecast.known, needed: noForecast.needed }),
    noForecast?.reason === 'unknownPrices' && t('money.no_forecast.prices'),
  ].filter((note) => note !== false)
  return (
    <section className={styles.figures}>
      <FigureTable label={t('titles.money_costs')} isFlush>
        <thead>
          <tr>
            <th scope="col" aria-label={t('titles.money_costs')} />
            <th scope="col">{t('location_overview.money.today')}</th>
            <th scope="col">{t('location_overview.money.month')}</th>
            {forecast && <th scope="col">{t('money.whole_month')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, of]) => (
            <tr key={of} className={of === 'payable' ? styles.payable : undefined}>
              <th scope="row">{t(name)}</th>
              <td>{text(today[of])}</td>
              <td>{text(month[of])}</td>
              {forecast && <td>{text(forecast[of].middle)}</td>}
            </tr>
          ))}
        </tbody>
      </FigureTable>
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
