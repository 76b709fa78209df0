import { useSyncExternalStore } from 'react'
import { type Consent, formatConsent, parseConsent } from './consent-cookie.ts'

interface State {
  /** Null until the person chose. */
  consent: Consent | null
  /** The dialog with the categories was requested. */
  isAsking: boolean
}

let state: State = { consent: parseConsent(document.cookie), isAsking: false }
const listeners = new Set<() => void>()

function set(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

export function useConsent(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

/** Loaded scripts cannot be unloaded, so withdrawing consent restarts the page. */
export function saveConsent(consent: Consent): void {
  const isTakenBack = state.consent?.analytics === true && !consent.analytics
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = formatConsent(consent, window.location.protocol === 'https:')
  set({ consent, isAsking: false })
  if (isTakenBack) window.location.reload()
}

export function askConsent(): void {
  set({ ...state, isAsking: true })
}

export function stopAskingConsent(): void {
  set({ ...state, isAsking: false })
}
