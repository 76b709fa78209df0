import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette)

let isOpen = false
const listeners = new Set<() => void>()

function setOpen(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

export function openPalette(): void {
  setOpen(true)
}

/** Holds the command palette, fetched at its first use; Ctrl/Cmd-K opens it from anywhere. */
export function PaletteHost() {
  const isShown = useSyncExternalStore(subscribe, () => isOpen)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      setOpen(!isOpen)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  if (!isShown) return null
  return (
    <PartBoundary>
      <Suspense>
        <CommandPalette onClose={() => setOpen(false)} />
      </Suspense>
    </PartBoundary>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
