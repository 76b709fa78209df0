import type { BackupSchedule } from '@ohmstead/contract/backups'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { PlainSelect } from '../../../shared/plain-select/plain-select.tsx'
import { errorText } from '../../../shared/states/page-states.tsx'
import { SettingsCard, SettingsRow } from '../../../ui/settings-card.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { schedules } from '../detail/backups/backup-schedule.tsx'
import { companyBackupsQuery } from '../detail/backups/backups-query.ts'

/** How often the controllers of a company are asked for a backup that have no choice of their own. */
export function CompanyBackups({ companyId }: { companyId: number }) {
  const t = useT()
  const queryClient = useQueryClient()
  const query = companyBackupsQuery(companyId)
  const { data: schedule, error } = useQuery(query)
  const change = useMutation({
    mutationFn: (wanted: BackupSchedule) =>
      call('PUT /companies/:companyId/backup-schedule', {
        params: { companyId },
        body: { schedule: wanted },
      }),
    onSuccess: (answer) => queryClient.setQueryData(query.queryKey, answer.schedule),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger' }),
  })
  if (schedule === undefined) return error ? <p role="alert">{errorText(error, t)}</p> : null
  return (
    <SettingsCard>
      <SettingsRow title={t('backups.schedule.label')} text={t('backups.schedule.company_text')}>
        <PlainSelect<BackupSchedule>
          label={t('backups.schedule.label')}
          value={change.isPending ? change.variables : schedule}
          options={schedules.map((value) => ({ value, label: t(`backups.schedule.${value}`) }))}
          onChange={(wanted) => change.mutate(wanted)}
        />
      </SettingsRow>
    </SettingsCard>
  )
}
