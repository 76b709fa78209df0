import { formatMinute } from '@ohmstead/domain/time/format-minute'
import { useT } from '../../shared/i18n/use-t.ts'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { useProblem } from '../../shared/pricing/fields/price-form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useWizard } from './wizard-form.ts'

const stepMinutes = 30

/** When the high tariff holds; the low one has all other hours. */
export function HighTariffFields() {
  const t = useT()
  const problem = useProblem()
  const { draft, changeTerms } = useWizard()
  const { highTariff } = draft.terms
  const field = (name: 'fromMinute' | 'toMinute', first: number) => (
    <SelectField
      name={`terms.highTariff.${name}`}
      label={t(`price_lists.field.${name === 'fromMinute' ? 'high_from' : 'high_to'}`)}
      value={String(highTariff[name])}
      options={minutesFrom(first, highTariff[name]).map((minute) => ({
        value: String(minute),
        label: formatMinute(minute),
      }))}
      error={problem(`terms.highTariff.${name}`, t('price_lists.field.high_to'))}
      onChange={(value) => changeTerms({ highTariff: { ...highTariff, [name]: Number(value) } })}
    />
  )
  return (
    <div className={fieldStyles.fields}>
      {field('fromMinute', 0)}
      {field('toMinute', stepMinutes)}
      <Checkbox
        label={t('price_lists.field.workdays_only')}
        checked={highTariff.onWorkdaysOnly}
        onChange={(onWorkdaysOnly) => changeTerms({ highTariff: { ...highTariff, onWorkdaysOnly } })}
      />
    </div>
  )
}

/** Half hours of the day, and the one in use if it is none of them. */
function minutesFrom(first: number, current: number): number[] {
  const all = new Set([current])
  for (let minute = first; minute <= 1440 - stepMinutes + first; minute += stepMinutes) all.add(minute)
  return [...all].sort((a, b) => a - b)
}
