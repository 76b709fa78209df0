import { nameRules, required } from '@ohmstead/domain/forms/form-rules'
import { type CurrencyCode, currencyCodes } from '@ohmstead/domain/pricing/currencies'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useLeaveQuestion } from '../../shared/forms/use-leave-question.tsx'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { rateText } from '../../shared/pricing/use-exchange-text.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import formStyles from '../../ui/form.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { type ExchangeRateRow, exchangeRatesQuery } from './exchange-rates-query.ts'

/** The rate of a day, in place of the one that the day has. */
export function ExchangeRateModal({
  rates,
  onClose,
}: {
  rates: readonly ExchangeRateRow[]
  onClose: () => void
}) {
  const t = useT()
  const { locale } = useFormat()
  const today = useToday()
  const queryClient = useQueryClient()
  const [last] = rates
  const initial = {
    from: last?.from ?? 'EUR',
    to: last?.to ?? 'CZK',
    day: today,
    rate: '',
    source: last?.source ?? '',
  } as Record<'from' | 'to' | 'day' | 'rate' | 'source', string>
  const labels = {
    from: t('network_tariffs.exchange.from'),
    to: t('network_tariffs.exchange.to'),
    day: t('network_tariffs.exchange.day'),
    rate: t('network_tariffs.exchange.rate'),
    source: t('supply_offers.edit.source'),
  }
  const form = useForm({
    initial,
    labels,
    rules: { day: [required], rate: [required, { rule: 'double', isRead: true }], source: nameRules(300) },
    send: async ({ from, to, day, rate, source }) => {
      const body = {
        ...{ from: from as CurrencyCode, to: to as CurrencyCode, day, rate, source: source.trim() },
        replaces: replaced?.rate ?? null,
      }
      const { exchangeRates } = await call('PUT /pricing/exchange-rates', { body }).catch(async (error) => {
        if (isMeanwhile(error)) await queryClient.invalidateQueries(exchangeRatesQuery)
        throw error
      })
      queryClient.setQueryData(exchangeRatesQuery.queryKey, exchangeRates)
      showToast(t('network_tariffs.exchange.saved'), { tone: 'success' })
      onClose()
    },
  })
  const leave = useLeaveQuestion(JSON.stringify(form.values) !== JSON.stringify(initial), onClose)
  const { from, to, day } = form.values
  const replaced = rates.find((rate) => rate.from === from && rate.to === to && rate.day === day)
  const currencies = (except: string) =>
    currencyCodes.filter((code) => code !== except).map((code) => ({ value: code, label: code }))
  return (
    <FormModal
      title={t('network_tariffs.exchange.add')}
      failure={isMeanwhile(form.error) ? t('network_tariffs.exchange.meanwhile') : form.failure}
      action={t('common.action.save')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={leave.close}
    >
      <div className={formStyles.pair}>
        <SelectField {...form.text('from')} options={currencies(to)} />
        <SelectField {...form.text('to')} options={currencies(from)} />
      </div>
      <DecimalField {...form.text('rate')} unit={`${to} / ${from}`} />
      <DayField
        required
        name="day"
        label={labels.day}
        pickLabel={labels.day}
        day={day}
        today={today}
        mayBeLater
        error={form.text('day').error}
        onChange={form.text('day').onChange}
      />
      <TextField {...form.text('source')} autoComplete="off" />
      {replaced && (
        <p role="status">
          {t('network_tariffs.exchange.replaces', {
            rate: rateText(replaced, locale),
            source: replaced.source,
          })}
        </p>
      )}
      {leave.question}
    </FormModal>
  )
}

/** The day has another rate than the form showed, which by now shows it. */
const isMeanwhile = (error: unknown) => error instanceof ApiError && error.code === 'edited_meanwhile'
