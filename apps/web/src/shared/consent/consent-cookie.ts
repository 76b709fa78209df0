/** What a person agreed to. Necessary storage is always on. */
export interface Consent {
  analytics: boolean
}

const name = 'ohmstead_consent'
const oneYearSeconds = 365 * 24 * 60 * 60

/** Reads the choice from `document.cookie`; null if none was made, or it is not one of ours. */
export function parseConsent(cookies: string): Consent | null {
  const value = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  if (value === 'necessary') return { analytics: false }
  return value === 'analytics' ? { analytics: true } : null
}

/** The line for `document.cookie` that stores a choice for a year. */
export function formatConsent(consent: Consent, isSecure: boolean): string {
  const value = consent.analytics ? 'analytics' : 'necessary'
  return `${name}=${value}; Max-Age=${oneYearSeconds}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
