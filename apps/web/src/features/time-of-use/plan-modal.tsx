import { nameRules } from '@ohmstead/domain/forms/form-rules'
import { publicHoliday, type TimePlan } from '@ohmstead/domain/pricing/time-plan'
import { weekdays } from '@ohmstead/pricing/time-plan/find-uncovered'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { countriesQuery } from '../../shared/companies/companies-query.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useLeaveQuestion } from '../../shared/forms/use-leave-question.tsx'
import { useCompareLabels } from '../../shared/i18n/use-compare-labels.ts'
import { useCountryNames } from '../../shared/i18n/use-country-names.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import type { ListedTimePlan } from '../../shared/pricing/time-plans-query.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ColorField, planColors } from './color-field.tsx'
import { useRowNames } from './plan-text.ts'
import { failureOf, useFormBase } from './use-form-base.ts'
import { usePlanWrites } from './use-plan-writes.ts'

type Fields = Pick<TimePlan, 'title' | 'color' | 'countryCode' | 'holidayWeekday'>

/** Title, colour and holidays of a plan: of a new one, of a copy of `source`, or of `plan` itself. */
export function PlanModal({
  plan = null,
  source = null,
  onSaved,
  onWritten,
  onClose,
}: {
  plan?: (Fields & Pick<ListedTimePlan, 'id' | 'version'>) | null
  source?: ListedTimePlan | null
  onSaved?: (timePlanId: number) => void
  /** The version that was written, before the plan is read again. */
  onWritten?: (version: number) => void
  onClose: () => void
}) {
  const t = useT()
  const rowName = useRowNames()
  const countryName = useCountryNames()
  const compareLabels = useCompareLabels()
  const { save } = usePlanWrites()
  const { data: countries = [] } = useQuery(countriesQuery)
  const given = plan ?? source
  const firstColor = given?.color ?? planColors[0]
  const [color, setColor] = useState<string>(firstColor)
  const title = source ? t('time_of_use.plan.copy_name', { title: source.title }) : (plan?.title ?? '')
  const initial = {
    title,
    countryCode: given?.countryCode ?? '',
    holidayWeekday: String(given?.holidayWeekday ?? ''),
  }
  const form = useForm({
    initial,
    rules: { title: nameRules(100) },
    labels: {
      title: t('time_of_use.field.title'),
      countryCode: t('time_of_use.field.country'),
      holidayWeekday: t('time_of_use.field.holidays'),
    },
    send: async (values) => {
      const countryCode = values.countryCode || null
      const day = countryCode && values.holidayWeekday ? Number(values.holidayWeekday) : null
      const body = {
        title: values.title.trim(),
        color,
        countryCode,
        holidayWeekday: day as TimePlan['holidayWeekday'],
      }
      const { timePlan } = await save(async () => {
        if (!plan) return call('POST /timeplans', { body: { ...body, copyOf: source?.id ?? null } })
        const params = { timePlanId: plan.id }
        const answer = await call('PUT /timeplans/:timePlanId', {
          params,
          body: { ...body, version: base.version },
        })
        onWritten?.(answer.timePlan.version)
        return answer
      }).catch(base.refuse)
      onClose()
      onSaved?.(timePlan.id)
    },
  })
  const base = useFormBase(plan?.version ?? 0, { values: initial, color: firstColor }, (from, to) => {
    form.follow(from.values, to.values)
    if (color === from.color) setColor(to.color)
  })
  const isChanged =
    JSON.stringify(form.values) !== JSON.stringify(base.fields.values) || color !== base.fields.color
  const leave = useLeaveQuestion(isChanged, onClose)
  const heading = plan
    ? t('time_of_use.plan.edit')
    : t(source ? 'time_of_use.plan.copy' : 'time_of_use.plan.add')
  return (
    <FormModal
      title={heading}
      failure={failureOf(form, t)}
      action={t('common.action.save')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={leave.close}
    >
      <TextField {...form.text('title')} autoComplete="off" autoFocus />
      <ColorField color={color} onChange={setColor} />
      <SelectField
        {...form.text('countryCode')}
        placeholder={t('time_of_use.holidays.no_country')}
        options={countries
          .map(({ code, name }) => ({ value: code, label: countryName(code) ?? name }))
          .sort(compareLabels)}
      />
      {form.values.countryCode !== '' && (
        <SelectField
          {...form.text('holidayWeekday')}
          placeholder={t('time_of_use.holidays.ordinary')}
          help={t('time_of_use.holidays.help')}
          options={[
            ...weekdays.map((day) => ({
              value: String(day),
              label: t('time_of_use.holidays.like', { day: rowName(day) }),
            })),
            { value: String(publicHoliday), label: t('time_of_use.holidays.own') },
          ]}
        />
      )}
      {leave.question}
    </FormModal>
  )
}
