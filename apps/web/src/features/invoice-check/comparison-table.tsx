import type { ComparedInvoice, ComparedRow, Difference } from '@ohmstead/pricing/invoice/comparison-model'
import type { InvoiceLine } from '@ohmstead/pricing/invoice/invoice-model'
import type { ReactNode } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { FiguresText } from './figures-text.tsx'
import styles from './invoice-check.module.css'
import { useExplanationText } from './use-difference-text.ts'
import { useRowName } from './use-row-name.ts'

interface ComparisonTableProps {
  compared: ComparedInvoice
  lines: readonly InvoiceLine[]
}

/** Every line of both side by side; the last column adds up to the difference of the totals. */
export function ComparisonTable({ compared, lines }: ComparisonTableProps) {
  const t = useT()
  const { money } = usePriceText()
  const { currency, rows, differences } = compared
  const ofWhole = differences.filter(({ row }) => row === null)
  const amount = (value: string | null) => signed(value, (text) => money(text, currency))
  return (
    <div className={styles.compared}>
      <FigureTable label={t('titles.invoice_check')}>
        <thead>
          <tr>
            <th scope="col">{t('location_pricing.column.part')}</th>
            <th scope="col" className={styles.wide}>
              {t('invoice_check.column.invoice')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('invoice_check.column.bill')}
            </th>
            <th scope="col">{t('location_pricing.meters.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <LineRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an invoice may be alike in everything
              key={place}
              row={row}
              found={differences.filter((difference) => difference.row === place)}
              lines={lines}
              compared={compared}
            />
          ))}
          {ofWhole.map((difference) => (
            <tr key={difference.kind} className={isFault(difference) ? styles.faulty : undefined}>
              <th scope="row">
                {t(`invoice_check.kind.${difference.kind}`)}
                <Why found={[difference]} compared={compared} />
              </th>
              <td className={styles.wide} />
              <td className={styles.wide} />
              <td>{amount(difference.amount)}</td>
            </tr>
          ))}
          <tr className={styles.payable}>
            <th scope="row">
              {t('location_pricing.bill.payable')}
              <Both
                invoice={money(compared.invoiceTotal, currency)}
                bill={money(compared.billTotal, currency)}
              />
            </th>
            <td className={styles.wide}>{money(compared.invoiceTotal, currency)}</td>
            <td className={styles.wide}>{money(compared.billTotal, currency)}</td>
            <td>{amount(compared.difference)}</td>
          </tr>
        </tbody>
      </FigureTable>
    </div>
  )
}

interface LineRowProps extends ComparisonTableProps {
  row: ComparedRow
  found: readonly Difference[]
}

/** What rounding makes of a line is in the row of roundings, so that nothing is counted twice. */
function LineRow({ row, found, lines, compared }: LineRowProps) {
  const t = useT()
  const { money } = usePriceText()
  const nameOf = useRowName(lines)
  const { currency } = compared
  const unit = unitOf(row, lines)
  return (
    <tr className={found.length > 0 ? styles.faulty : undefined}>
      <th scope="row">
        {found.map(({ kind }) => (
          <span key={kind} className={styles.mark}>
            {t(`invoice_check.kind.${kind}`)}
          </span>
        ))}
        {nameOf(row)}
        {found.length === 0 ? (
          <span className={styles.only}>
            <FiguresText figures={row.invoiceFigures ?? row.billFigures} {...{ unit, currency }} />
          </span>
        ) : (
          <Both
            invoice={<FiguresText figures={row.invoiceFigures} {...{ unit, currency }} />}
            bill={<FiguresText figures={row.billFigures} {...{ unit, currency }} />}
          />
        )}
        <Why found={found} compared={compared} />
      </th>
      <td className={styles.wide}>
        <FiguresText figures={row.invoiceFigures} {...{ unit, currency }} />
      </td>
      <td className={styles.wide}>
        <FiguresText figures={row.billFigures} {...{ unit, currency }} />
      </td>
      <td>
        {found.length === 0
          ? t('invoice_check.kind.agrees')
          : found.map(({ kind, amount }) => (
              <span key={kind} className={styles.sum}>
                {signed(amount, (text) => money(text, currency))}
              </span>
            ))}
      </td>
    </tr>
  )
}

/** On a phone both stand below the name, so that no amount is off the screen. */
function Both({ invoice, bill }: { invoice: ReactNode; bill: ReactNode }) {
  const t = useT()
  return (
    <span className={styles.both}>
      <span>{t('invoice_check.column.invoice')}</span>
      <span>{invoice}</span>
      <span>{t('invoice_check.column.bill')}</span>
      <span>{bill}</span>
    </span>
  )
}

function Why({ found, compared }: { found: readonly Difference[]; compared: ComparedInvoice }) {
  const explain = useExplanationText(compared.currency)
  const reasons = found.flatMap(({ explanations }) => explanations.map(explain))
  return [...new Set(reasons)].map((reason) => (
    <span key={reason} className={styles.why}>
      {reason}
    </span>
  ))
}

const isFault = ({ kind }: Difference) => kind !== 'rounding' && kind !== 'vatFollows'

export const unitOf = ({ invoice, bill }: ComparedRow, lines: readonly InvoiceLine[]) =>
  bill[0]?.quantity?.unit ?? lines[invoice[0] ?? -1]?.unit ?? null

/** A difference says which way it goes. */
export function signed(amount: string | null, format: (amount: string | null) => string): string {
  const isMore = amount !== null && !amount.startsWith('-') && /[1-9]/.test(amount)
  return isMore ? `+${format(amount)}` : format(amount)
}
