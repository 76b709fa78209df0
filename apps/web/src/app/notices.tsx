import { IconShieldLock, IconTool, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readStored, writeStored } from '../lib/local-store.ts'
import { useFormat } from '../shared/i18n/use-format.ts'
import { useT } from '../shared/i18n/use-t.ts'
import { paths } from '../shared/paths.ts'
import { useMaybeUser } from '../shared/session/current-user.ts'
import { useSite } from '../shared/site.ts'
import { useNow } from '../shared/use-now.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './main-layout.module.css'
import { OfflineNotice } from './offline-notice.tsx'

/** Notices for every page: maintenance, until dismissed, a lost connection, and a required second factor. */
export function Notices() {
  const t = useT()
  const site = useSite()
  const format = useFormat()
  const now = useNow(60_000)
  const due = useMaybeUser()?.second_factor_due ?? null
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
      <OfflineNotice />
      {due !== null && (
        <div className={styles.strip} role="status">
          <IconShieldLock size={18} aria-hidden />
          <p>
            {due <= now
              ? t('shell.second_factor.needed')
              : t('shell.second_factor.due', { day: format.day(due) })}{' '}
            {due > now ? (
              <Link to={paths.twoFactor}>{t('shell.second_factor.set_up')}</Link>
            ) : (
              // The notice leads to the page of the app; the way to the other option may be scrolled out of sight.
              <Link to={paths.passkeys}>{t('account.passkeys.add')}</Link>
            )}
          </p>
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
