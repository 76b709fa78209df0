import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import styles from './time-of-use.module.css'

/**
 * Somebody else has saved other hours while there was painting here: nothing is lost on either side. It stands where one saves,
 * in sight wherever the page is scrolled.
 */
export function ConflictNotice({ onBringOver, onDrop }: { onBringOver: () => void; onDrop: () => void }) {
  const t = useT()
  return (
    <div className={`${styles.bar} ${styles.conflict}`} role="alert">
      <div>
        <h2>{t('time_of_use.conflict.title')}</h2>
        <p>{t('time_of_use.conflict.text')}</p>
      </div>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onBringOver}>
          {t('time_of_use.conflict.bring_over')}
        </Button>
        <Button variant="quiet" onClick={onDrop}>
          {t('time_of_use.conflict.drop')}
        </Button>
      </div>
    </div>
  )
}
