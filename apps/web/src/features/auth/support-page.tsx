import { IconLifebuoy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { AuthPanel } from '../../shared/auth-panel/auth-panel.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useSite } from '../../shared/site.ts'
import { buttonClass } from '../../ui/button.tsx'

/** How to reach the operator, and how to solve most problems without. */
export function SupportPage() {
  const t = useT()
  const email = useSite()?.contact.supportEmail
  return (
    <AuthPanel
      title={t('auth.support.heading')}
      lead={t('auth.support.lead')}
      below={<Link to={paths.login}>{t('auth.common.to_login')}</Link>}
    >
      <div className={styles.text}>
        <h2>{t('auth.support.password_title')}</h2>
        <p>
          {t('auth.support.password')} <Link to={paths.forgottenPassword}>{t('auth.login.forgotten')}</Link>
        </p>
        <h2>{t('auth.support.mail_title')}</h2>
        <p>
          {t('auth.support.mail')} <Link to={paths.awaitingVerification}>{t('auth.awaiting.resend')}</Link>
        </p>
        <h2>{t('auth.support.contact_title')}</h2>
        <p>{t(email ? 'auth.support.contact' : 'auth.support.no_contact')}</p>
        {email && (
          <a className={buttonClass({ variant: 'primary' })} href={`mailto:${email}`}>
            <IconLifebuoy size={18} stroke={1.6} aria-hidden />
            {email}
          </a>
        )}
      </div>
    </AuthPanel>
  )
}
