import { useT } from '../../shared/i18n/use-t.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import styles from './money.module.css'

export interface MoneyRow {
  key: string
  name: string
  isProvisional?: boolean
  /** As they are shown. */
  cost: string
  revenue: string
  payable: string
  /** Of what is to pay, where it is not certain. */
  range?: string
}

/** Cost, revenue and what is to pay. On a phone the first two stand below the name, so that no amount is off the screen. */
export function MoneyTable({
  label,
  head,
  rows,
}: {
  label: string
  head: string
  rows: readonly MoneyRow[]
}) {
  const t = useT()
  return (
    <FigureTable label={label} isFlush>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className={styles.wide}>
            {t('location_pricing.month.cost')}
          </th>
          <th scope="col" className={styles.wide}>
            {t('location_pricing.month.revenue')}
          </th>
          <th scope="col">{t('location_pricing.bill.payable')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, isProvisional, cost, revenue, payable, range }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              {isProvisional && (
                <small className={styles.badge}>{t('location_pricing.bill.provisional')}</small>
              )}
              <span className={styles.narrow}>{t('location_pricing.month.split', { cost, revenue })}</span>
            </th>
            <td className={styles.wide}>{cost}</td>
            <td className={styles.wide}>{revenue}</td>
            <td className={styles.payable}>
              {payable}
              {range && <small className={styles.range}>{range}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
