import { pricePartKey } from '@ohmstead/domain/pricing/price-words'
import {
  type InvoiceLine,
  type InvoicePart,
  type InvoiceUnit,
  invoiceParts,
} from '@ohmstead/pricing/invoice/invoice-model'
import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './invoice-check.module.css'

const tariffs = ['t0', 't1', 't2', 'spot']
const blocks = ['block1', 'block2', 'block3', 'block4', 'block5']
const namesOf: Partial<Record<InvoicePart, readonly string[]>> = {
  energy: tariffs,
  networkEnergy: [...blocks, 't0', 't1', 't2'],
  networkPower: [...blocks, 'agreed'],
  excessPower: blocks,
  levies: ['excise', 'support', 'energyEfficiency', 'marketOperator'],
  feedIn: tariffs,
}

interface LineFieldsProps {
  line: InvoiceLine
  onChange: (line: InvoiceLine) => void
  onRemove: () => void
}

/** A line of the invoice as it was read, to be corrected. */
export function InvoiceLineFields({ line, onChange, onRemove }: LineFieldsProps) {
  const t = useT()
  const { part, name } = line
  const set = (change: Partial<InvoiceLine>) => onChange({ ...line, ...change })
  const text = (value: string) => (value === '' ? null : value)
  return (
    <div className={styles.fields}>
      <TextField
        label={t('invoice_check.words')}
        value={line.label}
        maxLength={200}
        onChange={(label) => set({ label })}
      />
      <SelectField
        label={t('invoice_check.about')}
        value={`${part ?? ''}/${name ?? ''}`}
        options={useKinds(part, name)}
        onChange={(value) => {
          const [of, own] = value.split('/')
          set({ part: (of || null) as InvoicePart | null, name: own || null })
        }}
      />
      <DecimalField
        name="quantity"
        label={t('location_pricing.column.quantity')}
        value={line.quantity ?? ''}
        onChange={(quantity) => set({ quantity: text(quantity) })}
      />
      <SelectField
        label={t('calculations.document.column.unit')}
        value={line.unit ?? ''}
        options={['', 'kWh', 'kW', 'month'].map((value) => ({
          value,
          label: value === 'month' ? t('location_pricing.bill.month') : value,
        }))}
        onChange={(unit) => set({ unit: (unit || null) as InvoiceUnit | null })}
      />
      <DecimalField
        name="unitPrice"
        label={t('location_pricing.column.unit_price')}
        value={line.unitPrice ?? ''}
        onChange={(unitPrice) => set({ unitPrice: text(unitPrice) })}
      />
      <DecimalField
        name="amount"
        label={t('location_pricing.column.amount')}
        value={line.amount}
        onChange={(amount) => set({ amount })}
      />
      <div className={styles.tools}>
        <Button size="small" variant="quiet" onClick={onRemove}>
          {t('invoice_check.remove_line')}
        </Button>
      </div>
    </div>
  )
}

/** Every kind of line that there is a name for, and the one that it has. */
function useKinds(part: InvoicePart | null, name: string | null) {
  const t = useT()
  const partText = usePartText()
  const words = usePriceWords()
  const known = invoiceParts.flatMap((of) => [
    { value: `${of}/`, label: partText(of) },
    ...(namesOf[of] ?? []).map((own) => ({
      value: `${of}/${own}`,
      label: `${partText(of)}: ${words.name(own)}`,
    })),
  ])
  const own = `${part ?? ''}/${name ?? ''}`
  return [
    { value: '/', label: t('invoice_check.unknown_part') },
    ...known,
    ...(name === null || known.some(({ value }) => value === own)
      ? []
      : [{ value: own, label: `${partText(part)}: ${words.name(name)}` }]),
  ]
}

/** What a line of an invoice is about. */
export function usePartText(): (part: InvoicePart | null) => string {
  const t = useT()
  return (part) => {
    if (part === null) return t('invoice_check.unknown_part')
    if (part === 'settlement' || part === 'other') return t(`invoice_check.${part}`)
    return t(pricePartKey(part))
  }
}
