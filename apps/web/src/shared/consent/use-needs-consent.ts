import { useSite } from '../site.ts'

/** Whether there is anything to consent to: necessary storage needs no consent, and analytics may not be set up. */
export function useNeedsConsent(): boolean {
  return (useSite()?.analyticsUrls.length ?? 0) > 0
}
