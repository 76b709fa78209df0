// In print a page is light, as wide as a sheet and without controls. It is laid out so before the
// browser prints it, since pictures on canvases have to be redrawn.

let isPrinting = false
const listeners = new Set<() => void>()

export const isBeingPrinted = (): boolean => isPrinting

/** Called when a page is prepared for printing, after its new layout, and when it returns to the screen. */
export function subscribeToPrinting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Marks the page, so that print styles apply, and notifies all listeners. */
export function setPrinting(next: boolean): void {
  isPrinting = next
  document.documentElement.toggleAttribute('data-printing', next)
  for (const listener of [...listeners]) listener()
}
