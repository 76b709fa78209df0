import { Link } from '@tanstack/react-router'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { AuthPanel } from '../../shared/auth-panel/auth-panel.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useSite } from '../../shared/site.ts'

const parts = ['data', 'purpose', 'sharing', 'keeping', 'cookies', 'rights'] as const

/** What the application stores and why; links to the operator's own policy if there is one. */
export function PrivacyPolicyPage() {
  const t = useT()
  const site = useSite()
  const policy = site?.links.privacyPolicy
  const email = site?.contact.supportEmail
  const name = site?.platformName ?? t('app.name')
  return (
    <AuthPanel
      title={t('titles.privacy_policy')}
      lead={t('auth.privacy.lead', { name })}
      below={<Link to={paths.login}>{t('auth.common.to_login')}</Link>}
    >
      <div className={styles.text}>
        {parts.map((part) => (
          <section key={part}>
            <h2>{t(`auth.privacy.${part}_title`)}</h2>
            <p>{t(`auth.privacy.${part}`)}</p>
          </section>
        ))}
        {email && (
          <p>
            {t('auth.privacy.contact')} <a href={`mailto:${email}`}>{email}</a>
          </p>
        )}
        {policy && (
          <p>
            <a href={policy} rel="noreferrer">
              {t('auth.privacy.full')}
            </a>
          </p>
        )}
      </div>
    </AuthPanel>
  )
}
