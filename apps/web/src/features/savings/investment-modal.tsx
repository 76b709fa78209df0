import type { InvestmentView } from '@ohmstead/contract/savings-investments'
import { type FormRule, nameRules, required } from '@ohmstead/domain/forms/form-rules'
import { type CurrencyCode, currencyCodes } from '@ohmstead/domain/pricing/currencies'
import { dayAt } from '@ohmstead/domain/time/days'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useLeaveQuestion } from '../../shared/forms/use-leave-question.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { useNow } from '../../shared/use-now.ts'
import formStyles from '../../ui/form.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { savingsKey } from './savings-query.ts'

interface Props {
  locationId: number
  timeZone: string
  /** Null for another one. */
  investment: InvestmentView | null
  onClose: () => void
}

const kinds = ['solar', 'battery', 'control', 'other'] as const
type Values = Record<'kind' | 'name' | 'price' | 'subsidy' | 'currency' | 'boughtOn' | 'lifeYears', string>

const amount: FormRule[] = [
  { rule: 'double', isRead: true },
  { rule: 'min_value', min: 0 },
]

/** What was bought: its price, what of it somebody else paid, and when. */
export function InvestmentModal({ locationId, timeZone, investment, onClose }: Props) {
  const t = useT()
  const queryClient = useQueryClient()
  const today = dayAt(useNow(60_000), timeZone)
  const initial: Values = investment
    ? { ...investment, lifeYears: String(investment.lifeYears ?? '') }
    : {
        ...{ kind: 'solar', name: '', price: '', subsidy: '', currency: 'EUR' },
        ...{ boughtOn: today, lifeYears: '' },
      }
  const labels = {
    kind: t('savings.field.kind'),
    name: t('savings.field.name'),
    price: t('savings.field.price'),
    subsidy: t('savings.field.subsidy'),
    currency: t('price_lists.field.currency'),
    boughtOn: t('savings.field.bought_on'),
    lifeYears: t('savings.field.life'),
  }
  const form = useForm<Values>({
    initial,
    labels,
    rules: {
      name: nameRules(100),
      price: [required, ...amount],
      subsidy: amount,
      boughtOn: [required],
      lifeYears: [
        { rule: 'double' },
        { rule: 'min_value', min: 1 },
        { rule: 'max_value', max: 60 },
        { rule: 'regex', pattern: /^\d+$/ },
      ],
    },
    texts: { subsidy: t('savings.field.subsidy_rule') },
    send: async ({ kind, name, price, subsidy, currency, boughtOn, lifeYears }) => {
      const body = {
        ...{ kind: kind as InvestmentView['kind'], name: name.trim(), price, subsidy: subsidy || '0' },
        ...{ currency: currency as CurrencyCode, boughtOn },
        lifeYears: lifeYears === '' ? null : Number(lifeYears),
      }
      if (investment)
        await call('PUT /locations/:locationId/investments/:investmentId', {
          params: { locationId, investmentId: investment.id },
          body: { ...body, version: investment.version },
        })
      else await call('POST /locations/:locationId/investments', { params: { locationId }, body })
      await queryClient.invalidateQueries({ queryKey: savingsKey(locationId) })
      onClose()
    },
  })
  const leave = useLeaveQuestion(JSON.stringify(form.values) !== JSON.stringify(initial), onClose)
  const { currency, boughtOn } = form.values
  return (
    <FormModal
      title={investment ? t('savings.bought.edit', { name: investment.name }) : t('savings.bought.add')}
      action={t('common.action.save')}
      failure={form.failure}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={leave.close}
    >
      <SelectField
        {...form.text('kind')}
        options={kinds.map((kind) => ({ value: kind, label: t(`savings.part.${kind}`) }))}
      />
      <TextField {...form.text('name')} autoComplete="off" />
      <div className={formStyles.pair}>
        <DecimalField {...form.text('price')} unit={currency} />
        <DecimalField {...form.text('subsidy')} unit={currency} />
      </div>
      <div className={formStyles.pair}>
        <SelectField
          {...form.text('currency')}
          options={currencyCodes.map((code) => ({ value: code, label: code }))}
        />
        <DayField
          required
          name="boughtOn"
          label={labels.boughtOn}
          pickLabel={labels.boughtOn}
          day={boughtOn}
          today={today}
          error={form.text('boughtOn').error}
          onChange={form.text('boughtOn').onChange}
        />
      </div>
      <TextField {...form.text('lifeYears')} inputMode="numeric" autoComplete="off" />
      {leave.question}
    </FormModal>
  )
}
