import { Link } from '@tanstack/react-router'
import { askConsent, saveConsent } from '../../shared/consent/consent-store.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../ui/button.tsx'
import styles from './cookie-banner.module.css'

/** Stays until one of its three answers is given; refusing is as easy as agreeing. */
export function CookieBanner() {
  const t = useT()
  return (
    <section className={styles.banner} aria-label={t('cookies.heading')}>
      <div className={styles.text}>
        <h2>{t('cookies.heading')}</h2>
        <p>
          {t('cookies.text')} <Link to={paths.privacyPolicy}>{t('auth.footer.privacy')}</Link>
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={askConsent}>
          {t('cookies.customise')}
        </Button>
        <Button onClick={() => saveConsent({ analytics: false })}>{t('cookies.only_necessary')}</Button>
        <Button onClick={() => saveConsent({ analytics: true })}>{t('cookies.accept_all')}</Button>
      </div>
    </section>
  )
}
