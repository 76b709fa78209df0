import type { MoneyView } from '@ohmstead/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { glanceKey } from '../../shared/locations/glance-key.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { locationPricingKey } from '../../shared/pricing/location-prices-query.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { showToast } from '../../ui/toast-store.ts'

interface Props {
  locationId: number
  money: MoneyView
  onClose: () => void
}

/** Sets what a month may cost, in the currency of the bill, or removes it. */
export function BudgetDialog({ locationId, money, onClose }: Props) {
  const t = useT()
  const text = usePriceText()
  const queryClient = useQueryClient()
  const { budget, currency } = money
  const form = useForm({
    initial: { amount: budget && budget.currency === currency ? budget.amount : '' },
    rules: { amount: budget ? [] : [{ rule: 'required' }] },
    labels: { amount: t('money.budget.amount') },
    send: async ({ amount }) => {
      await call('PUT /locations/:locationId/money/budget', {
        params: { locationId },
        body: { amount: amount === '' ? null : amount, currency, version: budget?.version ?? 0 },
      })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: locationPricingKey(locationId) }),
        queryClient.invalidateQueries({ queryKey: glanceKey(locationId) }),
      ])
      showToast(t(amount === '' ? 'money.budget.removed' : 'money.budget.saved'))
      onClose()
    },
  })
  return (
    <FormModal
      title={`${t('money.budget.heading')} (${text.symbol(currency)})`}
      action={t('common.action.save')}
      failure={form.failure}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <DecimalField
        {...form.text('amount')}
        help={[t('money.budget.amount_help'), budget && t('money.budget.remove')].filter(Boolean).join(' ')}
      />
    </FormModal>
  )
}
