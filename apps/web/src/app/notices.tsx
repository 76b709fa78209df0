import { IconTool, IconWifiOff, IconX } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../lib/local-store.ts'
import { useT } from '../shared/i18n/use-t.ts'
import { useSite } from '../shared/site.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './main-layout.module.css'

/** What concerns every page: maintenance, until it is dismissed, and a lost connection. */
export function Notices() {
  const t = useT()
  const site = useSite()
  const isOnline = useOnline()
  const message = site?.maintenance.isInMaintenance
    ? site.maintenance.message || t('shell.maintenance.default')
    : null
  const [dismissed, setDismissed] = useState(() => readStored('maintenanceDismissed'))
  const dismiss = () => {
    writeStored('maintenanceDismissed', message)
    setDismissed(message)
  }
  return (
    <>
      {!isOnline && (
        <div className={styles.strip} role="status">
          <IconWifiOff size={18} aria-hidden />
          <p>{t('shell.offline.text')}</p>
        </div>
      )}
      {message && message !== dismissed && (
        <div className={styles.strip} role="status">
          <IconTool size={18} aria-hidden />
          <p>{message}</p>
          <IconButton size="small" label={t('shell.maintenance.dismiss')} onClick={dismiss}>
            <IconX size={16} />
          </IconButton>
        </div>
      )}
    </>
  )
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener)
      window.addEventListener('offline', listener)
      return () => {
        window.removeEventListener('online', listener)
        window.removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
}
