import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { useConsent } from '../../shared/consent/consent-store.ts'
import { useNeedsConsent } from '../../shared/consent/use-needs-consent.ts'
import { useSite } from '../../shared/site.ts'
import { CookieBanner } from './cookie-banner.tsx'
import { loadAnalytics } from './load-analytics.ts'

const CookieDialog = lazyPart(async () => (await import('./cookie-dialog.tsx')).CookieDialog)

// The banner stands on everybody's first view, where a file of its own would cost two requests more than it weighs.

/** Asks who has not chosen yet, where there is a choice, and loads what was agreed to. */
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
