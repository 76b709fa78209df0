import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './energy-sharing.module.css'
import { refreshSharing } from './sharing-query.ts'

interface SharingProgressProps {
  jobId: number | null
  done: number
  total: number | null
  label: string
}

/** How far slow work of a group is, and the way to stop it. */
export function SharingProgress({ jobId, done, total, label }: SharingProgressProps) {
  const t = useT()
  const format = useFormat()
  const cancel = useMutation({
    mutationFn: (id: number) => call('POST /jobs/:jobId/cancel', { params: { jobId: id } }),
    onSettled: () => refreshSharing(),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  const isStopping = cancel.isPending || cancel.isSuccess
  return (
    <div className={styles.progress} role="status">
      <span>{label}</span>
      <ProgressBar label={label} share={total ? done / total : null} className={styles.progressBar} />
      {total !== null && total > 0 && (
        <span>{t('jobs.panel.progress', { done: format.number(done), total: format.number(total) })}</span>
      )}
      {jobId !== null && (
        <Button size="small" variant="quiet" disabled={isStopping} onClick={() => cancel.mutate(jobId)}>
          {t(isStopping ? 'jobs.panel.cancelling' : 'jobs.panel.cancel')}
        </Button>
      )}
    </div>
  )
}
