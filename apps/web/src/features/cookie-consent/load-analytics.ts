import type { Consent } from '../../shared/consent/consent-cookie.ts'

/** The scripts that may be loaded now: none before consent, each once. */
export function findScriptsToLoad(
  consent: Consent | null,
  configured: readonly string[],
  loaded: readonly string[],
): string[] {
  return consent?.analytics ? [...new Set(configured)].filter((url) => !loaded.includes(url)) : []
}

export function loadAnalytics(consent: Consent | null, configured: readonly string[]): void {
  const loaded = [...document.querySelectorAll<HTMLScriptElement>('script[data-analytics]')].map(
    ({ src }) => src,
  )
  for (const url of findScriptsToLoad(consent, configured, loaded)) {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.dataset.analytics = ''
    document.head.append(script)
  }
}
