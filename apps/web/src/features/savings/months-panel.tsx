import type { SavingsView } from '@ohmstead/contract/savings'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { MonthBars } from '../../shared/what-if/month-bars.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { buildMonthBars, type Part, partColours, parts } from './build-month-bars.ts'
import styles from './savings.module.css'
import { shownParts } from './savings-head.tsx'
import { isUnfinished } from './savings-query.ts'

type Column = Part | 'saved' | 'baseline' | 'actual'

const isPart = (column: Column): column is Part => parts.some((part) => part === column)

/** The months as stacked bars, and the same in figures. */
export function MonthsPanel({ savings }: { savings: SavingsView }) {
  const t = useT()
  const format = useFormat()
  const text = usePriceText()
  const { currency, totals, since } = savings
  const months = savings.months.filter(({ to }) => since !== null && to > since)
  const shown = shownParts(savings)
  const names = getDateFormat(formatTag(format.locale), { month: 'short', timeZone: 'UTC' })
  const nameOf = (month: string) => names.format(Date.parse(`${month}-01T00:00:00Z`))
  const labels = {
    solar: t('savings.part.solar'),
    battery: t('savings.part.battery'),
    control: t('savings.part.control'),
  }
  const money = (amount: string | null) => text.money(amount, currency)
  const columns: readonly Column[] = [...shown, 'saved', 'baseline', 'actual']
  const heads = {
    ...labels,
    saved: t('savings.sum.saved'),
    baseline: t('savings.sum.baseline'),
    actual: t('savings.sum.actual'),
  }
  // On a phone the rest stands below the name of the month.
  const wideUnlessSaved = (column: Column) => (column === 'saved' ? undefined : styles.wide)
  const madeOf = (sums: Readonly<Record<Column, string | null>>) =>
    columns
      .filter((column) => column !== 'saved')
      .map((column) => `${heads[column]} ${money(sums[column])}`)
      .join(' · ')
  return (
    <Panel heading={t('savings.months.heading')} lead={t('savings.months.lead')}>
      {isUnfinished(savings) && <p role="status">{t('savings.months.working')}</p>}
      <MonthBars
        label={t('savings.months.heading')}
        names={months.map(({ month }) => nameOf(month))}
        parts={buildMonthBars(months, shown, labels)}
        formatY={(y) => format.number(y, y % 1 === 0 ? 0 : 1)}
        yTitle={text.symbol(currency)}
        isSigned
        height={240}
      />
      <ul className={styles.legend}>
        {shown.map((part) => (
          <li key={part}>
            <span
              className={styles.swatch}
              style={{
                background: partColours[part].fill ?? partColours[part].colour,
                borderColor: partColours[part].colour,
              }}
              aria-hidden
            />
            {labels[part]}
          </li>
        ))}
      </ul>
      <FigureTable isFlush>
        <thead>
          <tr>
            <th scope="col">{t('savings.months.month')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={wideUnlessSaved(column)}>
                {heads[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">
                {nameOf(month.month)}
                {since !== null && since > month.from && (
                  <small className={styles.mark}>
                    {' '}
                    {t('savings.months.from_day', { day: format.day(since, savings.time_zone) })}
                  </small>
                )}
                {month.isProvisional && month.saved !== null && (
                  <small className={styles.mark}> {t('savings.months.provisional')}</small>
                )}
                <span className={styles.under}>{madeOf(month)}</span>
              </th>
              {columns.map((column) => (
                <td
                  key={column}
                  className={wideUnlessSaved(column)}
                  data-cost={isPart(column) && Number(month[column]) < 0 ? true : undefined}
                >
                  {money(month[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {t('savings.sum.total')}
              <span className={styles.under}>{madeOf(totals)}</span>
            </th>
            {columns.map((column) => (
              <td key={column} className={wideUnlessSaved(column)}>
                {money(totals[column])}
              </td>
            ))}
          </tr>
        </tfoot>
      </FigureTable>
    </Panel>
  )
}
