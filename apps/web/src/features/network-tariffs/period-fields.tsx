import { overlaps } from '@ohmstead/domain/pricing/check-list-terms'
import type { NetworkTariffPeriod } from '@ohmstead/domain/pricing/price-list-terms'
import { IconTrash } from '@tabler/icons-react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { NetworkPricesFields } from '../../shared/pricing/fields/network-prices-fields.tsx'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { usePriceForm, useProblem } from '../../shared/pricing/fields/price-form.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './network-tariffs.module.css'

interface PeriodFieldsProps {
  path: string
  period: NetworkTariffPeriod
  /** The periods above: none may share a day with them. */
  above: readonly NetworkTariffPeriod[]
  today: string
  onChange: (part: Partial<NetworkTariffPeriod>) => void
  /** Null for the only one. */
  onRemove: (() => void) | null
}

/** Days, prices and source of one period. */
export function PeriodFields({ path, period, above, today, onChange, onRemove }: PeriodFieldsProps) {
  const t = useT()
  const problem = useProblem()
  const { problems } = usePriceForm()
  const { validFrom, validTo, prices, source } = period
  const formatDay = useFormatDay()
  const overlapped =
    problems[`${path}.validFrom`]?.rule === 'is_not' && above.find((one) => overlaps(one, period))
  const wrongDays = overlapped
    ? t('network_tariffs.problem.overlap', { from: formatDay(overlapped.validFrom) })
    : // Of an end that is no day the field itself says so.
      (validTo === '' ? (['validFrom'] as const) : (['validFrom', 'validTo'] as const))
        .map((name) => problem(`${path}.${name}`, t(`network_tariffs.edit.${name}`)))
        .find((text) => text !== undefined)
  const day = (name: 'validFrom' | 'validTo') => ({
    name: `${path}.${name}`,
    today,
    mayBeLater: true,
    label: t(`network_tariffs.edit.${name}`),
    pickLabel: t('price_lists.field.pick_day'),
    isWrong: problems[`${path}.${name}`] !== undefined,
  })
  return (
    <fieldset className={styles.period}>
      <legend>{t('network_tariffs.edit.period')}</legend>
      <div className={fieldStyles.fields}>
        <DayField
          required
          {...day('validFrom')}
          day={validFrom}
          onChange={(value) => onChange({ validFrom: value })}
        />
        <DayField
          isOptional
          {...day('validTo')}
          day={validTo}
          onChange={(value) => onChange({ validTo: value })}
          onClear={() => onChange({ validTo: null })}
        />
        <TextField
          name={`${path}.source`}
          label={t('supply_offers.edit.source')}
          value={source}
          error={problem(`${path}.source`, t('supply_offers.edit.source'))}
          onChange={(value) => onChange({ source: value })}
        />
      </div>
      {wrongDays && (
        <p className={styles.problem} role="alert">
          {wrongDays}
        </p>
      )}
      <NetworkPricesFields
        path={`${path}.prices`}
        prices={prices}
        onChange={(part) => onChange({ prices: { ...prices, ...part } })}
      />
      {onRemove && (
        <IconButton label={t('network_tariffs.action.remove_period')} onClick={onRemove}>
          <IconTrash size={18} stroke={1.6} aria-hidden />
        </IconButton>
      )}
    </fieldset>
  )
}
