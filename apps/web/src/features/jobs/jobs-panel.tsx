import type { JobView } from '@ohmstead/contract/jobs'
import { CancelJobButton } from '../../shared/cancel-job-button.tsx'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type Translate, useT } from '../../shared/i18n/use-t.ts'
import { jobKindKey } from '../../shared/job-kind.ts'
import { progressOf } from '../../shared/jobs-query.ts'
import { Modal } from '../../ui/modal.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './jobs-indicator.module.css'

/** The kind of work, and the metering point or the region that it is for. */
function nameJob({ kind, detail }: JobView, t: Translate): string {
  const name = t(jobKindKey(kind))
  const subject = detail.eimm ?? detail.region
  if (typeof subject !== 'string') return name
  const years = [detail.from, detail.to].map((day) => (typeof day === 'string' ? day.slice(0, 4) : null))
  const span = kind === 'spot_backfill' ? ` ${[...new Set(years)].filter(Boolean).join('–')}` : ''
  return `${name}: ${subject}${span}`
}

/** Running work and recently ended work. */
export function JobsPanel({ jobs, onClose }: { jobs: readonly JobView[]; onClose: () => void }) {
  const t = useT()
  return (
    <Modal title={t('jobs.panel.heading')} closeLabel={t('common.action.close')} onClose={onClose}>
      <ul className={styles.list}>
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </Modal>
  )
}

function JobLine({ job }: { job: JobView }) {
  const t = useT()
  const format = useFormat()
  const progress = progressOf(job)
  return (
    <li className={styles.job}>
      <div className={styles.line}>
        <h3>{nameJob(job, t)}</h3>
        <CancelJobButton job={job} />
      </div>
      {progress !== null && <ProgressBar label={nameJob(job, t)} share={progress} className={styles.share} />}
      <p className={styles.detail}>
        {t(`jobs.state.${job.state}`)}
        {job.total !== null &&
          ` · ${t('jobs.panel.progress', { done: format.number(job.done), total: format.number(job.total) })}`}
        {job.finished_at !== null && ` · ${format.dateTime(job.finished_at)}`}
      </p>
    </li>
  )
}
