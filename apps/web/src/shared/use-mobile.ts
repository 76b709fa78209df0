import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 768px)')
const isMobileAgent = /android.+mobile|iphone|ipod|iemobile|opera mini/i.test(navigator.userAgent)

/** A width of at most 768 px or a mobile browser. */
export function useMobile(): boolean {
  return useSyncExternalStore(subscribe, () => isMobileAgent || query.matches)
}

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
