import { useSyncExternalStore } from 'react'
import { onWipe, readStoredJson, writeStoredJson } from '../../lib/local-store.ts'
import type { NavigationContext } from './next-context.ts'

let context: NavigationContext | null = readStoredJson<NavigationContext>('navigationContext')
const listeners = new Set<() => void>()
onWipe(() => setNavigationContext(null))

export function getNavigationContext(): NavigationContext | null {
  return context
}

export function setNavigationContext(next: NavigationContext | null): void {
  if (next === context) return
  context = next
  writeStoredJson('navigationContext', next)
  for (const listener of listeners) listener()
}

/** There is no way back to a deleted location. */
export function forgetLocation(locationId: number): void {
  if (context && new RegExp(`/locations/${locationId}(/|$)`).test(context.returnPath))
    setNavigationContext(null)
}

export function useNavigationContext(): NavigationContext | null {
  return useSyncExternalStore(subscribe, getNavigationContext)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
