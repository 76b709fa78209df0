import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { isBeingPrinted, subscribeToPrinting } from '../lib/printing.ts'

let isFirstViewDrawn = false

/**
 * False until the browser has drawn the first view after a load and has nothing else to do: what no screen shows before
 * somebody scrolls is drawn after that, so that a phone shows what comes first sooner. Later pages are whole at once,
 * for going back finds its place only on a page of full length.
 */
export function useBelowFirstView(): boolean {
  const [isDrawn, setDrawn] = useState(isFirstViewDrawn)
  useEffect(() => {
    if (isDrawn) return
    return whenIdle(() => {
      isFirstViewDrawn = true
      startTransition(() => setDrawn(true))
    })
  }, [isDrawn])
  // On paper nothing may be missing, however early it is printed.
  return useSyncExternalStore(subscribeToPrinting, isBeingPrinted) || isDrawn
}

/** Safari has no idle callbacks: a moment later the first view has been painted. */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(run, { timeout: 500 })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(run, 50)
  return () => clearTimeout(id)
}
