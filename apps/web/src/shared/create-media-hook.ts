import { useSyncExternalStore } from 'react'

/** Whether a media query matches, followed while it changes. */
export function createMediaHook(text: string): () => boolean {
  const query = window.matchMedia(text)
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}
