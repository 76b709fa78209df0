import { nameRules, required } from '@ohmstead/domain/forms/form-rules'
import type { TimePlanSeason } from '@ohmstead/domain/pricing/time-plan'
import { call } from '../../lib/call.ts'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useLeaveQuestion } from '../../shared/forms/use-leave-question.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { failureOf, useFormBase } from './use-form-base.ts'
import { usePlanWrites } from './use-plan-writes.ts'

/** A season: what it is called, and from which day it holds. */
export function SeasonModal({
  plan,
  season,
  onWritten,
  onSaved,
  onClose,
}: {
  plan: TimePlanView
  season: TimePlanSeason | null
  onWritten: (version: number) => void
  onSaved: (seasonId: number) => void
  onClose: () => void
}) {
  const t = useT()
  const { save } = usePlanWrites()
  const thisYear = Temporal.Now.plainDateISO().year
  const stored = plan.seasons.find(({ id }) => id === season?.id) ?? season
  const initial = {
    title: stored?.title ?? '',
    validFrom: stored?.validFrom ?? `${thisYear}-01-01`,
    repeatsYearly: stored?.repeatsYearly ?? true,
  }
  const form = useForm({
    initial,
    rules: { title: nameRules(100), validFrom: [required] },
    labels: { title: t('time_of_use.field.title'), validFrom: t('time_of_use.field.valid_from') },
    texts: { validFrom: t('time_of_use.season.same_start') },
    send: async (values) => {
      const body = { ...values, title: values.title.trim(), version: base.version }
      const params = { timePlanId: plan.id }
      const saved = await save(async () => {
        const answer = season
          ? await call('PUT /timeplans/:timePlanId/seasons/:seasonId', {
              params: { ...params, seasonId: season.id },
              body,
            })
          : await call('POST /timeplans/:timePlanId/seasons', { params, body })
        onWritten(answer.version)
        return answer.season
      }).catch(base.refuse)
      onSaved(saved.id)
      onClose()
    },
  })
  const base = useFormBase(plan.version, initial, form.follow)
  const leave = useLeaveQuestion(JSON.stringify(form.values) !== JSON.stringify(base.fields), onClose)
  const start = form.text('validFrom')
  return (
    <FormModal
      title={season ? t('time_of_use.season.edit', { title: season.title }) : t('time_of_use.season.add')}
      failure={failureOf(form, t)}
      action={t('common.action.save')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={leave.close}
    >
      <TextField {...form.text('title')} autoComplete="off" autoFocus />
      <DayField
        name="validFrom"
        label={start.label}
        pickLabel={start.label}
        day={start.value}
        today={`${thisYear}-01-01`}
        mayBeLater
        error={start.error}
        onChange={start.onChange}
      />
      <Checkbox
        {...form.check('repeatsYearly')}
        label={t('time_of_use.season.yearly')}
        hint={t('time_of_use.season.yearly_help')}
      />
      {leave.question}
    </FormModal>
  )
}
