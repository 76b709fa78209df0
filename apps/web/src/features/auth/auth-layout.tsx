import { type Locale, supportedLocales } from '@ohmstead/domain/i18n/locales'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { askConsent } from '../../shared/consent/consent-store.ts'
import { useNeedsConsent } from '../../shared/consent/use-needs-consent.ts'
import { localeNames } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { PlainSelect } from '../../shared/plain-select/plain-select.tsx'
import { usePreferences } from '../../shared/session/use-preferences.ts'
import { useSite } from '../../shared/site.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { useAuthSearch } from './auth-search.ts'
import { keepConfirmation } from './pending-confirmation.ts'
import { keepLabel } from './pending-label.ts'
import { PrivacyLink } from './privacy-link.tsx'

/** Wraps every page without sign-in: the brand above, its links below. */
export function AuthLayout() {
  const t = useT()
  const site = useSite()
  const needsConsent = useNeedsConsent()
  const { locale, setLocale } = usePreferences()
  const { confirmationAction, confirmationId, next } = useAuthSearch()
  useEffect(() => {
    keepConfirmation({ confirmationAction, confirmationId })
  }, [confirmationAction, confirmationId])
  useEffect(() => keepLabel(next, Date.now()), [next])
  const name = site?.platformName ?? t('app.name')
  const supportEmail = site?.contact.supportEmail
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <Link to={paths.login} aria-label={name}>
          {site?.logo ? (
            <img className={styles.logo} src={site.logo} alt="" />
          ) : (
            <BrandMark name={name} size={36} />
          )}
        </Link>
        {site?.slogan && <p className={styles.slogan}>{site.slogan}</p>}
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <PrivacyLink>{t('auth.footer.privacy')}</PrivacyLink>
        {site?.links.termsAndConditions && (
          <a href={site.links.termsAndConditions} rel="noreferrer">
            {t('auth.footer.terms')}
          </a>
        )}
        {needsConsent && (
          <button type="button" onClick={askConsent}>
            {t('cookie_consent.heading')}
          </button>
        )}
        <Link to={paths.support}>{t('auth.footer.support')}</Link>
        {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
        <PlainSelect
          label={t('navigation.user.language')}
          value={locale}
          options={supportedLocales.map((value) => ({ value, label: localeNames[value] }))}
          onChange={(value) => void setLocale(value as Locale)}
        />
        {site && <p className={styles.product}>{site.productName}</p>}
      </footer>
    </div>
  )
}
