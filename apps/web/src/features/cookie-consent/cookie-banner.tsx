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
    <section ref={ref} className={styles.banner} aria-label={t('cookies.heading')}>
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

/** Everything else that sticks to the bottom stands above it, and the end of the page stays within reach. */
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
