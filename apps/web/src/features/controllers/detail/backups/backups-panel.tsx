import type { BackupListView } from '@ohmstead/contract/backups'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../lib/call.ts'
import { useFormat } from '../../../../shared/i18n/use-format.ts'
import { useT } from '../../../../shared/i18n/use-t.ts'
import { jobsQuery } from '../../../../shared/jobs-query.ts'
import { errorText, FailedState, FailedStrip, Skeleton } from '../../../../shared/states/page-states.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { showToast } from '../../../../ui/toast-store.ts'
import { AddFile } from './add-file.tsx'
import { BackupRow } from './backup-row.tsx'
import { BackupSchedule } from './backup-schedule.tsx'
import styles from './backups.module.css'
import { type BackupRights, backupsQuery } from './backups-query.ts'
import { RunningBackup, useRunEnd } from './running-backup.tsx'

interface BackupsPanelProps {
  controllerId: number
  may: BackupRights
  isOnline: boolean
  timeZone: string | undefined
}

// Older ones are asked for.
const shownAtOnce = 4

/** The backups of a controller: making, scheduling, keeping and putting back. */
export function BackupsPanel({ controllerId, may, isOnline, timeZone }: BackupsPanelProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const query = backupsQuery(controllerId)
  const { data, error, refetch } = useQuery(query)
  const [ownJob, setOwnJob] = useState<number | null>(null)
  useRunEnd(ownJob, () => {
    setOwnJob(null)
    void queryClient.invalidateQueries(query)
  })
  // The job is what can be stopped.
  const refresh = () =>
    Promise.all([queryClient.invalidateQueries(query), queryClient.invalidateQueries(jobsQuery)])
  const make = useMutation({
    mutationFn: () => call('POST /backups/controllers/:controllerId', { params: { controllerId } }),
    onSuccess: ({ job_id }) => setOwnJob(job_id),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger' }),
    // Whoever came too late sees who was first.
    onSettled: refresh,
  })
  const isBusy = data?.running != null
  return (
    <Panel
      heading={t('backups.heading')}
      lead={t('backups.lead')}
      tools={
        data?.is_supported &&
        may.control && (
          <Button
            size="small"
            disabled={!isOnline || isBusy}
            isBusy={make.isPending}
            onClick={() => make.mutate()}
          >
            {t('backups.make')}
          </Button>
        )
      }
    >
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} radius={8} />}
      {data && error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          {!data.is_supported && <p className={styles.soft}>{t('errors.backup_unsupported')}</p>}
          {data.running && <RunningBackup run={data.running} timeZone={timeZone} />}
          <Outcomes list={data} timeZone={timeZone} />
          <Backups
            list={data}
            controllerId={controllerId}
            may={may}
            canRestore={isOnline && data.is_supported && !isBusy}
            timeZone={timeZone}
            onStarted={(jobId) => {
              setOwnJob(jobId)
              void refresh()
            }}
          />
          {data.is_supported && (
            <div className={styles.schedule}>
              <BackupSchedule
                controllerId={controllerId}
                schedule={data.schedule}
                mayEdit={may.edit}
                timeZone={timeZone}
              />
              {may.edit && <AddFile controllerId={controllerId} />}
            </div>
          )}
        </>
      )}
    </Panel>
  )
}

/** What became of the newest request and the newest restore. */
function Outcomes({ list, timeZone }: { list: BackupListView; timeZone: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const { failure, last_restore: restore, running } = list
  if (running) return null
  return (
    <>
      {failure && (
        <p className={styles.failure} role="status">
          {t('backups.failed.backup', {
            time: format.dateTime(failure.at, timeZone),
            reason: t(`backups.failure.${failure.code}`),
          })}
        </p>
      )}
      {restore && restore.outcome !== 'done' && (
        <p className={styles.failure} role="status">
          {t('backups.failed.restore', {
            time: format.dateTime(restore.at, timeZone),
            reason: t(`backups.failure.${restore.outcome}`),
          })}
        </p>
      )}
      {restore?.outcome === 'done' && restore.filename !== null && (
        <p className={styles.soft}>
          {t('backups.restore.done', { time: format.dateTime(restore.at, timeZone), file: restore.filename })}
        </p>
      )}
    </>
  )
}

function Backups({
  list: { backups },
  ...row
}: { list: BackupListView } & Omit<Parameters<typeof BackupRow>[0], 'backup'>) {
  const t = useT()
  if (backups.length === 0) return <p className={styles.soft}>{t('backups.none')}</p>
  const toRow = (backup: BackupListView['backups'][number]) => (
    <BackupRow key={backup.id} backup={backup} {...row} />
  )
  return (
    <div>
      <ul className={styles.list}>{backups.slice(0, shownAtOnce).map(toRow)}</ul>
      {backups.length > shownAtOnce && (
        <details className={styles.older}>
          <summary>{t('controllers.stock.batches_older')}</summary>
          <ul className={styles.list}>{backups.slice(shownAtOnce).map(toRow)}</ul>
        </details>
      )}
    </div>
  )
}
