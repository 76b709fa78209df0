import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { useT } from '../../shared/i18n/use-t.ts'
import { openBell } from '../../shared/open-bell.ts'
import styles from './location-overview.module.css'

/** Unacknowledged alarms; opens the list of the bell below. */
export function AlarmHint({ count }: { count: number }) {
  const t = useT()
  return (
    <div aria-live="polite">
      {count > 0 && (
        <button type="button" className={styles.alarm} aria-haspopup="dialog" onClick={openBell}>
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          <span>{t('location_overview.alarms.some', { count })}</span>
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
        </button>
      )}
    </div>
  )
}
