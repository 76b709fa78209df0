import { IconAlertTriangle } from '@tabler/icons-react'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './location-overview.module.css'

/** Says that alarms wait for somebody to look at them; the bell below has them. */
export function AlarmHint({ count }: { count: number }) {
  const t = useT()
  return (
    <div aria-live="polite">
      {count > 0 && (
        <p className={styles.alarm}>
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          {t('location_overview.alarms.some', { count })}
        </p>
      )}
    </div>
  )
}
