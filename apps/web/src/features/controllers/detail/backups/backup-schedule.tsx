import type { BackupListView, BackupSchedule as Schedule } from '@ohmstead/contract/backups'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../lib/call.ts'
import { useFormat } from '../../../../shared/i18n/use-format.ts'
import { useT } from '../../../../shared/i18n/use-t.ts'
import { PlainSelect } from '../../../../shared/plain-select/plain-select.tsx'
import { errorText } from '../../../../shared/states/page-states.tsx'
import { useNow } from '../../../../shared/use-now.ts'
import { showToast } from '../../../../ui/toast-store.ts'
import styles from './backups.module.css'
import { backupsQuery } from './backups-query.ts'

export const schedules = ['never', 'daily', 'weekly'] as const satisfies readonly Schedule[]

interface BackupScheduleProps {
  controllerId: number
  schedule: BackupListView['schedule']
  mayEdit: boolean
  timeZone: string | undefined
}

/** How often a controller is asked for a backup by itself. */
export function BackupSchedule({ controllerId, schedule, mayEdit, timeZone }: BackupScheduleProps) {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const queryClient = useQueryClient()
  const { own, company, next_at } = schedule
  const { queryKey } = backupsQuery(controllerId)
  const change = useMutation({
    mutationFn: (wanted: Schedule | null) =>
      call('PUT /backups/controllers/:controllerId/schedule', {
        params: { controllerId },
        body: { schedule: wanted },
      }),
    onSuccess: (list) => queryClient.setQueryData(queryKey, list),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger' }),
  })
  const asCompany = t('backups.schedule.as_company', { schedule: t(`backups.schedule.${company}`) })
  const chosen = change.isPending ? (change.variables ?? null) : own
  return (
    <div className={`${styles.what} ${styles.plan}`}>
      {mayEdit ? (
        <>
          <small>{t('backups.schedule.label')}</small>
          <PlainSelect<Schedule | ''>
            label={t('backups.schedule.label')}
            value={chosen ?? ''}
            options={[
              { value: '', label: asCompany },
              ...schedules.map((value) => ({ value, label: t(`backups.schedule.${value}`) })),
            ]}
            onChange={(value) => change.mutate(value === '' ? null : value)}
          />
        </>
      ) : (
        `${t('backups.schedule.label')}: ${own === null ? asCompany : t(`backups.schedule.${own}`)}`
      )}
      {next_at !== null && (
        <small>
          {next_at < now
            ? t('backups.schedule.waiting')
            : t('backups.schedule.next', { time: format.dateTime(next_at, timeZone) })}
        </small>
      )}
    </div>
  )
}
