import './auth-state.ts'
import { IconMailOpened } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { AuthPanel } from '../../shared/auth-panel/auth-panel.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { ResendForm } from './resend-form.tsx'

/** After registering, and when signing in before the address is confirmed. */
export function AwaitingVerificationPage() {
  const t = useT()
  const email = useLocation({ select: ({ state }) => state.email })
  return (
    <>
      <div className={styles.sign} aria-hidden>
        <IconMailOpened size={28} stroke={1.5} />
      </div>
      <AuthPanel
        title={t('auth.awaiting.heading')}
        lead={email ? t('auth.awaiting.text', { email }) : t('auth.awaiting.text_nameless')}
        below={<Link to={paths.login}>{t('auth.common.to_login')}</Link>}
      >
        <p className={styles.soft}>{t('auth.awaiting.not_there')}</p>
        <ResendForm email={email} />
      </AuthPanel>
    </>
  )
}
