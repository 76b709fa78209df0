import type { BackupListView } from '@ohmstead/contract/backups'
import { useEffect } from 'react'
import { CancelJobButton } from '../../../../shared/cancel-job-button.tsx'
import { useFormat } from '../../../../shared/i18n/use-format.ts'
import { useT } from '../../../../shared/i18n/use-t.ts'
import { isOpen, useJobs } from '../../../../shared/jobs-query.ts'
import { formatPersonName } from '../../../../shared/people/person-name.ts'
import { showToast } from '../../../../ui/toast-store.ts'
import styles from './backups.module.css'

/** What the controller is busy with, since when and for whom; whoever may, can stop it. */
export function RunningBackup({
  run: { kind, by, job_id, started_at },
  timeZone,
}: {
  run: NonNullable<BackupListView['running']>
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  const { data: jobs = [] } = useJobs()
  const job = jobs.find(({ id }) => id === job_id)
  const isReplacing = (job?.done ?? 0) > 0
  const time = format.time(started_at, timeZone)
  return (
    <div className={styles.running} role="status">
      <div className={styles.what}>
        {t(`backups.running.${kind}`, { time })}
        <small>
          {[
            by ? formatPersonName(by) : t('backups.source.schedule'),
            kind === 'restore' && t(isReplacing ? 'backups.running.replacing' : 'backups.running.fresh'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {job && !isReplacing && <CancelJobButton job={job} />}
    </div>
  )
}

/** Tells the person who started a job how it ended; the panel says what went wrong. */
export function useRunEnd(jobId: number | null, onEnd: () => void): void {
  const t = useT()
  const { data: jobs = [] } = useJobs()
  const job = jobs.find(({ id }) => id === jobId)
  const ended = job && !isOpen(job) ? job : null
  useEffect(() => {
    if (!ended) return
    if (ended.state === 'done')
      showToast(t(ended.kind === 'controller_restore' ? 'backups.restore.finished' : 'backups.made'), {
        tone: 'success',
      })
    onEnd()
  }, [ended, onEnd, t])
}
