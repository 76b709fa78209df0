import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { useDelayed } from '../use-delayed.ts'
import styles from './slow-work.module.css'

interface SlowWorkProps {
  sweep: { isWaiting: boolean; isStopped: boolean; progress: number; stop: () => void; start: () => void }
  label: string
  /** The previous answer is shown meanwhile. */
  hasAnswer: boolean
}

const quickMs = 250

/** The progress of a calculation and a way to stop it, if it takes longer than a moment. */
export function SlowWork({ sweep, label, hasAnswer }: SlowWorkProps) {
  const t = useT()
  const format = useFormat()
  const isSlow = useDelayed(sweep.isWaiting, quickMs) && sweep.isWaiting
  if (sweep.isStopped)
    return (
      <div className={styles.work} role="status">
        <span>{t(hasAnswer ? 'what_if.stopped_before' : 'what_if.stopped')}</span>
        <Button size="small" onClick={sweep.start}>
          {t('what_if.go_on')}
        </Button>
      </div>
    )
  if (!isSlow) return null
  return (
    <div className={styles.work}>
      <span>{label}</span>
      <ProgressBar label={label} share={sweep.progress} className={styles.share} />
      <span className={styles.figure}>{format.percent(sweep.progress, 0)}</span>
      <Button size="small" variant="quiet" onClick={sweep.stop}>
        {t('what_if.stop')}
      </Button>
    </div>
  )
}
