import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { Invoice, InvoiceLine, ReadRow } from '@ohmstead/pricing/invoice/invoice-model'
import { useState } from 'react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useWriteWorking } from './figures-text.tsx'
import styles from './invoice-check.module.css'
import { emptyLine } from './invoice-draft.ts'
import { InvoiceLineFields, usePartText } from './invoice-line-fields.tsx'

interface FiguresProps {
  invoice: Invoice
  rows: readonly ReadRow[]
  isCut: boolean
  currency: CurrencyCode
  point: string | null
  onChange: (invoice: Invoice) => void
  onPoint: (point: string) => void
  onAnother: () => void
}

/** What was read, every figure of it to be corrected, and what could not be read. */
export function InvoiceFigures({
  invoice,
  rows,
  isCut,
  currency,
  point,
  onChange,
  onPoint,
  onAnother,
}: FiguresProps) {
  const t = useT()
  const today = useToday()
  const set = (change: Partial<Invoice>) => onChange({ ...invoice, ...change })
  const setLine = (place: number, line: InvoiceLine) => set({ lines: invoice.lines.with(place, line) })
  const unread = rows.filter(({ outcome }) => outcome === 'unread')
  const text = (value: string) => (value === '' ? null : value)
  const [vat] = invoice.vats
  return (
    <Panel
      heading={t('invoice_check.figures')}
      lead={t('invoice_check.figures_lead')}
      tools={
        <Button size="small" onClick={onAnother}>
          {t('invoice_check.another')}
        </Button>
      }
    >
      <div className={styles.fields}>
        <TextField
          label={t('price_lists.field.utility')}
          value={invoice.supplier ?? ''}
          maxLength={100}
          onChange={(supplier) => set({ supplier: text(supplier) })}
        />
        <TextField
          label={t('invoice_check.number')}
          value={invoice.number ?? ''}
          maxLength={60}
          onChange={(number) => set({ number: text(number) })}
        />
        {(['from', 'to'] as const).map((edge) => (
          <DayField
            key={edge}
            name={edge}
            label={t(`portal.sidebar.${edge}`)}
            pickLabel={t('price_lists.field.pick_day')}
            day={invoice[edge] ?? ''}
            today={today}
            onChange={(day) => set({ [edge]: text(day) })}
          />
        ))}
        <DecimalField
          name="net"
          label={t('location_pricing.bill.net')}
          value={invoice.net ?? ''}
          onChange={(net) => set({ net: text(net) })}
        />
        <DecimalField
          name="vat"
          label={t('calculations.category.vat')}
          value={vat?.amount ?? ''}
          onChange={(amount) =>
            set({ vats: amount === '' ? [] : [{ rate: vat?.rate ?? null, base: vat?.base ?? null, amount }] })
          }
        />
        <DecimalField
          name="total"
          label={t('location_pricing.bill.payable')}
          value={invoice.total ?? ''}
          onChange={(total) => set({ total: text(total) })}
        />
        {invoice.meteringPoints.length > 1 && (
          <SelectField
            label={t('location_pricing.point.heading')}
            value={point ?? ''}
            options={invoice.meteringPoints.map((value) => ({ value, label: value }))}
            onChange={onPoint}
          />
        )}
      </div>
      <ul className={styles.lines}>
        {invoice.lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an invoice may be alike in everything
          <li key={`${place} ${invoice.lines.length}`} data-unknown={line.part === null || undefined}>
            <EditedLine
              line={line}
              currency={currency}
              onChange={(changed) => setLine(place, changed)}
              onRemove={() => set({ lines: invoice.lines.toSpliced(place, 1) })}
            />
          </li>
        ))}
      </ul>
      <div className={styles.tools}>
        <Button size="small" onClick={() => set({ lines: [...invoice.lines, emptyLine] })}>
          {t('invoice_check.add_line')}
        </Button>
      </div>
      {unread.length > 0 && (
        <div className={styles.warning} role="note">
          <div>
            <p>{t('invoice_check.unread')}</p>
            <ul>
              {unread.slice(0, mostShown).map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two rows of a text may be alike
                <li key={`${place} ${row.text}`}>
                  <code>{row.text.slice(0, 160)}</code>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {isCut && <p className={styles.soft}>{t('invoice_check.cut')}</p>}
    </Panel>
  )
}

const mostShown = 20

interface EditedLineProps {
  line: InvoiceLine
  currency: CurrencyCode
  onChange: (line: InvoiceLine) => void
  onRemove: () => void
}

function EditedLine({ line, currency, onChange, onRemove }: EditedLineProps) {
  const partText = usePartText()
  const words = usePriceWords()
  const { money } = usePriceText()
  const write = useWriteWorking(currency)
  const [isOpen, setOpen] = useState(line.amount === '' && line.label === '' && line.name === null)
  const { quantity, unit, unitPrice, amount } = line
  const isNumber = /^-?\d+(\.\d+)?$/.test(amount)
  const working = write({ quantity, unitPrice, amount }, unit)
  const kind = line.name ? `${partText(line.part)}: ${words.name(line.name)}` : partText(line.part)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.lineName}>
          {line.label || kind}
          {line.label !== '' && <span className={styles.soft}>{kind}</span>}
        </span>
        <span className={styles.lineFigures}>
          {working && <span className={styles.soft}>{working}</span>}
          <span>{money(isNumber ? amount : null, currency)}</span>
        </span>
      </summary>
      {isOpen && <InvoiceLineFields line={line} onChange={onChange} onRemove={onRemove} />}
    </details>
  )
}
