import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { askConsent, saveConsent } from '../../shared/consent/consent-store.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../ui/button.tsx'
import styles from './cookie-banner.module.css'

/** Stays until one of its three answers is given; refusing is as easy as agreeing. */
export function CookieBanner() {
  const t = useT()
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => keepClear(ref.current!), [])
  return (
    <section ref={ref} className={styles.banner} aria-label={t('cookie_consent.heading')}>
      <div className={styles.text}>
        <h2>{t('cookie_consent.heading')}</h2>
        <p>
          {t('cookie_consent.text')} <Link to={paths.privacyPolicy}>{t('auth.footer.privacy')}</Link>
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={askConsent}>
          {t('cookie_consent.customise')}
        </Button>
        <Button onClick={() => saveConsent({ analytics: false })}>
          {t('cookie_consent.only_necessary')}
        </Button>
        <Button onClick={() => saveConsent({ analytics: true })}>{t('cookie_consent.accept_all')}</Button>
      </div>
    </section>
  )
}

/** Everything else that sticks to the bottom moves above it, and the end of the page stays within reach. */
function keepClear(banner: HTMLElement): () => void {
  const { style } = document.documentElement
  const measure = () => style.setProperty('--beneath', `${banner.offsetHeight}px`)
  measure()
  const observer = new ResizeObserver(measure)
  observer.observe(banner)
  return () => {
    observer.disconnect()
    style.removeProperty('--beneath')
  }
}
