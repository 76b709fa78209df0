import type { JobView } from '@ohmstead/contract/jobs'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { CancelJobButton } from './cancel-job-button.tsx'
import styles from './job-progress.module.css'
import { progressOf } from './jobs-query.ts'

/** How far work is, in words as well, with a button that stops it; unknown until it is among the jobs. */
export function JobProgress({ job, label }: { job: JobView | undefined; label: string }) {
  return (
    <div className={styles.progress}>
      <ProgressBar label={label} share={job ? progressOf(job) : null} className={styles.share!} />
      <span>{label}</span>
      {job && <CancelJobButton job={job} />}
    </div>
  )
}
