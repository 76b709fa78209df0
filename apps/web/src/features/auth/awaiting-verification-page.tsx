import './door-state.ts'
import { IconMailOpened } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import styles from './door.module.css'
import { DoorPanel } from './door-panel.tsx'
import { ResendForm } from './resend-form.tsx'

/** After registering, and for whoever signs in before the address is confirmed. */
export function AwaitingVerificationPage() {
  const t = useT()
  const email = useLocation({ select: ({ state }) => state.email })
  return (
    <>
      <div className={styles.sign} aria-hidden>
        <IconMailOpened size={28} stroke={1.5} />
      </div>
      <DoorPanel
        title={t('auth.awaiting.heading')}
        lead={email ? t('auth.awaiting.text', { email }) : t('auth.awaiting.text_nameless')}
        below={<Link to={paths.login}>{t('auth.common.to_login')}</Link>}
      >
        <p className={styles.soft}>{t('auth.awaiting.not_there')}</p>
        <ResendForm email={email} />
      </DoorPanel>
    </>
  )
}
