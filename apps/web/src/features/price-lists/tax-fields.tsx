import { publishedCountry } from '@ohmstead/domain/pricing/check-list-terms'
import type { TaxRow } from '@ohmstead/domain/pricing/price-list-terms'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { usePriceForm, useProblem } from '../../shared/pricing/fields/price-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './price-list-wizard.module.css'
import { useWizard } from './wizard-form.ts'

const kinds = ['per_kwh', 'per_kw_month', 'per_month', 'vat'] as const

/** Levies and taxes by the day from which they hold; Slovenia's are known. */
export function TaxFields({ today }: { today: string }) {
  const t = useT()
  const { draft, changeTerms, problems } = useWizard()
  const { taxes } = draft.terms
  const setRows = (rows: TaxRow[]) => changeTerms({ taxes: { ...taxes, rows } })
  return (
    <div className={fieldStyles.tiers}>
      {(draft.countryCode === publishedCountry || taxes.published) && (
        <Checkbox
          label={t('price_lists.field.published_taxes')}
          name="terms.taxes.published"
          checked={taxes.published}
          error={
            'terms.taxes.published' in problems ? t('price_lists.network.published_elsewhere') : undefined
          }
          onChange={(published) => changeTerms({ taxes: { ...taxes, published } })}
        />
      )}
      {taxes.rows.map((row, place) => (
        <TaxRowFields
          // Rows have no identity besides their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={place}
          place={place}
          row={row}
          today={today}
          onChange={(part) =>
            setRows(taxes.rows.map((one, at) => (at === place ? { ...one, ...part } : one)))
          }
          onRemove={() => setRows(taxes.rows.filter((_, at) => at !== place))}
        />
      ))}
      <div>
        <Button
          size="small"
          onClick={() =>
            setRows([
              ...taxes.rows,
              { name: '', kind: 'per_kwh', rate: '', validFrom: draft.validFrom || today, validTo: null },
            ])
          }
        >
          <IconPlus size={16} aria-hidden />
          {t('price_lists.action.add_tax')}
        </Button>
      </div>
    </div>
  )
}

interface TaxRowFieldsProps {
  place: number
  row: TaxRow
  today: string
  onChange: (part: Partial<TaxRow>) => void
  onRemove: () => void
}

function TaxRowFields({ place, row, today, onChange, onRemove }: TaxRowFieldsProps) {
  const t = useT()
  const problem = useProblem()
  const { problems } = usePriceForm()
  const { currency } = useWizard().draft.terms
  const path = `terms.taxes.rows.${place}`
  const units = {
    per_kwh: `${currency}/kWh`,
    per_kw_month: t('price_lists.unit.per_kw_month', { currency }),
    per_month: t('price_lists.unit.per_month', { currency }),
    vat: '%',
  }
  const wrongDays =
    problems[`${path}.validFrom`]?.rule === 'is_not'
      ? t('price_lists.tax.vat_twice')
      : problem(`${path}.validFrom`, t('price_lists.field.valid_from'))
  // Of an end that is no day the field itself says so.
  const wrongEnd =
    row.validTo === '' ? undefined : problem(`${path}.validTo`, t('price_lists.field.valid_to'))
  return (
    <div className={fieldStyles.row}>
      <TextField
        name={`${path}.name`}
        label={t('price_lists.field.tax_name')}
        value={row.name}
        error={problem(`${path}.name`, t('price_lists.field.tax_name'))}
        onChange={(name) => onChange({ name })}
      />
      <SelectField
        name={`${path}.kind`}
        label={t('price_lists.field.tax_kind')}
        value={row.kind}
        options={kinds.map((kind) => ({ value: kind, label: t(`price_lists.tax.${kind}`) }))}
        onChange={(kind) => onChange({ kind: kind as TaxRow['kind'] })}
      />
      <DecimalField
        name={`${path}.rate`}
        label={t('price_lists.field.rate')}
        unit={units[row.kind]}
        value={row.rate}
        error={problem(`${path}.rate`, t('price_lists.field.rate'))}
        onChange={(rate) => onChange({ rate })}
      />
      <DayField
        mayBeLater
        name={`${path}.validFrom`}
        label={t('price_lists.field.valid_from')}
        pickLabel={t('price_lists.field.pick_day')}
        day={row.validFrom}
        today={today}
        isWrong={wrongDays !== undefined}
        onChange={(validFrom) => onChange({ validFrom })}
      />
      <DayField
        mayBeLater
        isOptional
        name={`${path}.validTo`}
        label={t('price_lists.field.valid_to')}
        pickLabel={t('price_lists.field.pick_day')}
        day={row.validTo}
        today={today}
        isWrong={wrongEnd !== undefined}
        onChange={(validTo) => onChange({ validTo })}
        onClear={() => onChange({ validTo: null })}
      />
      <IconButton
        label={t('price_lists.action.remove_row', { name: row.name || t('price_lists.field.tax_name') })}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.6} aria-hidden />
      </IconButton>
      {(wrongDays ?? wrongEnd) && (
        <p className={styles.problem} role="alert">
          {wrongDays ?? wrongEnd}
        </p>
      )}
    </div>
  )
}
