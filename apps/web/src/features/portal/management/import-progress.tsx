import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { progressOf } from '../../../shared/jobs-query.ts'
import type { PortalDevice } from '../../../shared/portal/portal-query.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import styles from './import-progress.module.css'
import { useCancelImport } from './portal-mutations.ts'

/** The progress of an import, and a way to stop it; imported readings stay. */
export function ImportProgress({ job }: { job: PortalDevice['job'] }) {
  const t = useT()
  const format = useFormat()
  const cancel = useCancelImport()
  const isRunning = job?.state === 'running'
  const progress = isRunning ? progressOf(job) : null
  const isStopping = cancel.isPending || cancel.isSuccess
  return (
    <div className={styles.progress}>
      <div className={styles.progressLine}>
        <span>
          {!isRunning
            ? t('portal.import.waiting')
            : progress === null
              ? t('portal.import.running')
              : t('portal.import.progress', { percent: format.percent(progress, 0) })}
        </span>
        {job && isRunning && (
          <Button size="small" variant="quiet" disabled={isStopping} onClick={() => cancel.mutate(job.id)}>
            {t(isStopping ? 'jobs.panel.cancelling' : 'jobs.panel.cancel')}
          </Button>
        )}
      </div>
      <ProgressBar label={t('portal.import.running')} share={progress} />
    </div>
  )
}
