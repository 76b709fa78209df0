import { useEffect, useSyncExternalStore } from 'react'

let shown = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  shown += by
  for (const listener of listeners) listener()
}

/** While mounted, the page does not exist, although its address is valid. */
export function useMarkAsMissing(): void {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

export function useIsPageMissing(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown > 0,
  )
}
