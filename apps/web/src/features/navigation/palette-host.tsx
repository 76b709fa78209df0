import { useEffect, useSyncExternalStore } from 'react'
import { CommandPalette } from './command-palette.tsx'

let isOpen = false
const listeners = new Set<() => void>()

function setOpen(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

export function openPalette(): void {
  setOpen(true)
}

/** The command palette; Ctrl/Cmd-K opens it from anywhere. */
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
  return isShown ? <CommandPalette onClose={() => setOpen(false)} /> : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
