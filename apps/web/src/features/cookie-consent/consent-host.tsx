import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { useConsent } from '../../shared/consent/consent-store.ts'
import { useNeedsConsent } from '../../shared/consent/use-needs-consent.ts'
import { useSite } from '../../shared/site.ts'
import { CookieBanner } from './cookie-banner.tsx'
import { loadAnalytics } from './load-analytics.ts'

const CookieDialog = lazyPart(async () => (await import('./cookie-dialog.tsx')).CookieDialog)

// The banner is on everybody's first view, where a separate file would cost two requests more than it weighs.

/** Asks people who have not chosen yet, if there is a choice, and loads what was agreed to. */
export function ConsentHost() {
  const { consent, isAsking } = useConsent()
  const needsConsent = useNeedsConsent()
  const configured = useSite()?.analyticsUrls
  useEffect(() => {
    if (configured) loadAnalytics(consent, configured)
  }, [consent, configured])
  if (!needsConsent) return null
  return (
    <>
      {consent === null && <CookieBanner />}
      <Suspense>{isAsking && <CookieDialog />}</Suspense>
    </>
  )
}
