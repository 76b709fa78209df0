import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(min-width: 1700px) and (min-height: 1000px)')

/** Room for taller charts; style sheets name the same size. */
export function useLargeScreen(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
