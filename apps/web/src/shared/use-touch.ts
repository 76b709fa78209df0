import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(hover: none) and (pointer: coarse)')

/** Whether the person uses touch rather than a pointer. */
export function useTouch(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
