import type { MonthlyFee } from '@ohmstead/domain/pricing/price-list-terms'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { useProblem } from '../../shared/pricing/fields/price-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useWizard } from './wizard-form.ts'

/** What the supplier charges by the month: name and amount. */
export function MonthlyFeeFields() {
  const t = useT()
  const problem = useProblem()
  const { draft, changeTerms } = useWizard()
  const { monthlyFees, currency } = draft.terms
  const set = (place: number, part: Partial<MonthlyFee>) =>
    changeTerms({ monthlyFees: monthlyFees.map((fee, at) => (at === place ? { ...fee, ...part } : fee)) })
  const name = t('price_lists.field.fee_name')
  const amount = t('price_lists.field.fee_amount')
  return (
    <div className={fieldStyles.tiers}>
      {monthlyFees.map((fee, place) => (
        // Rows have no identity besides their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={place} className={fieldStyles.row}>
          <TextField
            name={`terms.monthlyFees.${place}.name`}
            label={name}
            value={fee.name}
            error={problem(`terms.monthlyFees.${place}.name`, name)}
            onChange={(value) => set(place, { name: value })}
          />
          <DecimalField
            name={`terms.monthlyFees.${place}.amount`}
            label={amount}
            unit={t('price_lists.unit.per_month', { currency })}
            value={fee.amount}
            error={problem(`terms.monthlyFees.${place}.amount`, amount)}
            onChange={(value) => set(place, { amount: value })}
          />
          <IconButton
            label={t('price_lists.action.remove_row', { name: fee.name || name })}
            onClick={() => changeTerms({ monthlyFees: monthlyFees.filter((_, at) => at !== place) })}
          >
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="small"
          onClick={() => changeTerms({ monthlyFees: [...monthlyFees, { name: '', amount: '' }] })}
        >
          <IconPlus size={16} aria-hidden />
          {t('price_lists.action.add_fee')}
        </Button>
      </div>
    </div>
  )
}
