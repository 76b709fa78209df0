import { useSyncExternalStore } from 'react'
import { useTrail } from '../features/navigation/use-trail.ts'
import { isBeingPrinted, subscribeToPrinting } from '../lib/printing.ts'
import { useFormat } from '../shared/i18n/use-format.ts'
import { useT } from '../shared/i18n/use-t.ts'
import { useUser } from '../shared/session/current-user.ts'
import { useSite } from '../shared/site.ts'
import styles from './main-layout.module.css'

/** The head of a printed page: the platform, the location, and when and by whom it was printed. The page names its period. */
export function PrintHead() {
  return useSyncExternalStore(subscribeToPrinting, isBeingPrinted) ? <Head /> : null
}

function Head() {
  const t = useT()
  const format = useFormat()
  const user = useUser()
  const trail = useTrail()
  const name = `${user.first_name} ${user.last_name}`.trim()
  return (
    <div className={styles.printHead} data-print-head>
      <p>
        <strong>{useSite()?.platformName}</strong>
        <span>{t('shell.print.by', { time: format.dateTime(Date.now()), name })}</span>
      </p>
      {trail.length > 0 && <p>{trail.map(({ title }) => title).join(' / ')}</p>}
    </div>
  )
}
