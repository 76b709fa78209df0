import { IconSpy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { stopImpersonation } from '../../shared/session/impersonation.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './impersonation-banner.module.css'

/** On every page while somebody impersonates another person; the only way out besides signing out. */
export function ImpersonationBanner({ name }: { name: string }) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  // Sticky elements move down by the banner's height.
  useEffect(() => {
    document.documentElement.dataset.impersonating = ''
    return () => {
      delete document.documentElement.dataset.impersonating
    }
  }, [])
  const stop = async () => {
    setBusy(true)
    try {
      await stopImpersonation()
    } catch (error) {
      showToast(errorText(error, t), { tone: 'danger' })
      setBusy(false)
    }
  }
  return (
    <aside className={styles.banner} aria-label={t('impersonation.banner')}>
      <IconSpy size={18} stroke={1.6} aria-hidden />
      <p>
        <strong>{t('impersonation.banner')}</strong> <span>{name}</span>
      </p>
      <Button size="small" isBusy={isBusy} onClick={() => void stop()}>
        {t('impersonation.stop')}
      </Button>
    </aside>
  )
}
