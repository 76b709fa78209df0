import type { Bill, BillLine } from '@ohmstead/pricing/bill-model'
import { FigureTable } from '../../ui/figure-table.tsx'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import styles from './invoice-table.module.css'
import { kwDecimals, kwhDecimals } from './round-price.ts'
import { usePriceText } from './use-price-text.ts'
import { usePriceWords } from './use-price-words.ts'

/** Lines and sums in the order of an invoice. On a phone quantity and price stand below the item, so that no amount is off the screen. */
export function InvoiceTable({ bill, label }: { bill: Bill; label: string }) {
  const t = useT()
  const text = usePriceText()
  const { currency, totals } = bill
  const lines = bill.months.flatMap((month) => month.lines)
  const net = lines.filter(({ part }) => part !== 'vat' && part !== 'feedIn')
  const taxes = lines.filter(({ part }) => part === 'vat')
  const fedIn = lines.filter(({ part }) => part === 'feedIn')
  const sum = (name: string, amount: string | null, isLast = false) => (
    <tr className={isLast ? styles.payable : styles.sum}>
      <th scope="row">{name}</th>
      <td className={styles.wide} />
      <td className={styles.wide} />
      <td>{text.money(amount, currency)}</td>
    </tr>
  )
  if (lines.length === 0) return <p className={styles.soft}>{t('location_pricing.bill.empty')}</p>
  return (
    <div className={styles.invoice}>
      <FigureTable label={label}>
        <thead>
          <tr>
            <th scope="col">{t('location_pricing.column.part')}</th>
            <th scope="col" className={styles.wide}>
              {t('location_pricing.column.quantity')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('location_pricing.column.unit_price')}
            </th>
            <th scope="col">{t('location_pricing.column.amount')}</th>
          </tr>
        </thead>
        <tbody>
          <Lines lines={net} bill={bill} />
          {sum(t('location_pricing.bill.net'), totals.net)}
          <Lines lines={taxes} bill={bill} />
          <Lines lines={fedIn} bill={bill} />
          {sum(t('location_pricing.bill.payable'), totals.payable, true)}
        </tbody>
      </FigureTable>
    </div>
  )
}

/** The tax of what is known only is no tax of the bill. */
function Lines({ lines, bill: { currency, totals } }: { lines: readonly BillLine[]; bill: Bill }) {
  const t = useT()
  const text = usePriceText()
  const words = usePriceWords()
  const format = useFormat()
  const quantity = (line: BillLine) => {
    if (!line.quantity || (line.part === 'vat' && totals.vat === null)) return ''
    const { amount, unit } = line.quantity
    if (unit === 'currency') return text.money(amount, currency)
    if (unit === 'month') return format.number(Number(amount), Number.isInteger(Number(amount)) ? 0 : 2)
    return `${format.number(Number(amount), unit === 'kWh' ? kwhDecimals : kwDecimals(amount))} ${unit}`
  }
  const unitPrice = (line: BillLine) => {
    if (line.unitPrice === null || !line.quantity) return ''
    const { unit } = line.quantity
    if (unit === 'currency') return format.percent(Number(line.unitPrice))
    const price =
      unit === 'month' ? text.money(line.unitPrice, currency) : text.rate(line.unitPrice, currency, unit)
    return line.isMean ? t('location_pricing.bill.mean', { price }) : price
  }
  return lines.map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an invoice may be alike in everything
    <tr key={`${line.part} ${line.name} ${place}`}>
      <th scope="row">
        {words.part(line.part)}
        {words.name(line.name) !== words.part(line.part) && (
          <>
            {' '}
            <span className={styles.soft}>{words.name(line.name)}</span>
          </>
        )}
        <span className={styles.working}>
          {[quantity(line), unitPrice(line)].filter(Boolean).join(' × ')}
        </span>
      </th>
      <td className={styles.wide}>{quantity(line)}</td>
      <td className={styles.wide}>{unitPrice(line)}</td>
      <td>{text.money(line.part === 'vat' && totals.vat === null ? null : line.amount, currency)}</td>
    </tr>
  ))
}
