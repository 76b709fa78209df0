import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useCountryNames } from '../../shared/i18n/use-country-names.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import backStyles from '../../ui/back-link.module.css'
import { Button } from '../../ui/button.tsx'
import { PlanModal } from './plan-modal.tsx'
import { useRowNames } from './plan-text.ts'
import { RemoveModal } from './remove-modal.tsx'
import styles from './time-of-use.module.css'

/** Title and holidays of a plan, what uses it, and what can be done with it. */
export function PlanHead({
  plan,
  isDirty,
  onWritten,
}: {
  plan: TimePlanView
  isDirty: boolean
  onWritten: (version: number) => void
}) {
  const t = useT()
  const navigate = useNavigate()
  const holidays = useHolidayText(plan)
  const [dialog, setDialog] = useState<'edit' | 'copy' | 'remove' | null>(null)
  const { id, title, color, isInUse, libraryKey, usedBy, otherUses } = plan
  const others = otherUses > 0 ? [t('time_of_use.plan.other_uses', { count: otherUses })] : []
  const users = [...new Set(usedBy.map(({ name }) => name)), ...others]
  const close = () => setDialog(null)
  const listed = { ...plan, seasonCount: plan.seasons.length, isComplete: true }
  return (
    <>
      <Link to={paths.timeOfUse} className={backStyles.link}>
        <IconArrowLeft size={16} aria-hidden />
        {t('titles.time_of_use')}
      </Link>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>
            <span className={styles.swatch} style={{ background: color }} aria-hidden />
            {title}
          </h1>
          <p>{holidays}</p>
          {libraryKey !== null && <p>{t('errors.library_read_only')}</p>}
          {users.length > 0 && <p>{t('time_of_use.plan.used_by', { names: users.join(', ') })}</p>}
        </div>
        <div className={styles.actions}>
          {libraryKey === null && (
            <Button onClick={() => setDialog('edit')}>{t('time_of_use.plan.edit')}</Button>
          )}
          <Button onClick={() => setDialog('copy')}>{t('time_of_use.action.copy')}</Button>
          {libraryKey === null && !isInUse && (
            <Button variant="quiet" disabled={isDirty} onClick={() => setDialog('remove')}>
              {t('time_of_use.action.delete')}
            </Button>
          )}
        </div>
      </header>
      {dialog === 'edit' && <PlanModal plan={plan} onWritten={onWritten} onClose={close} />}
      {dialog === 'copy' && (
        <PlanModal
          source={listed}
          onSaved={(copyId) => void navigate({ to: paths.timePlan(copyId) })}
          onClose={close}
        />
      )}
      {dialog === 'remove' && (
        <RemoveModal
          title={t('time_of_use.plan.delete', { title })}
          text={t('time_of_use.plan.delete_text')}
          onRemove={() =>
            call('DELETE /timeplans/:timePlanId', {
              params: { timePlanId: id },
              query: { version: plan.version },
            })
          }
          onRemoved={() => void navigate({ to: paths.timeOfUse })}
          onClose={close}
        />
      )}
    </>
  )
}

function useHolidayText({ countryCode, holidayWeekday }: TimePlanView): string {
  const t = useT()
  const rowName = useRowNames()
  const country = useCountryNames()(countryCode ?? '') ?? countryCode ?? ''
  if (countryCode === null || holidayWeekday === null) return t('time_of_use.holidays.ordinary')
  const day =
    holidayWeekday === 8
      ? t('time_of_use.holidays.own')
      : t('time_of_use.holidays.like', { day: rowName(holidayWeekday) })
  return `${country}: ${day}`
}
