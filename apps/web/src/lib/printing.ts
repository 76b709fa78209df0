// On paper a page is light, as wide as a sheet and without what can only be pressed. It is laid out so before the
// browser prints it, since pictures on canvases have to be drawn again for it.

let isPrinting = false
const listeners = new Set<() => void>()

export const isBeingPrinted = (): boolean => isPrinting

/** Called when a page is made ready for paper, after its new layout, and when it is shown on the screen again. */
export function subscribeToPrinting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Marks the page, so that its styles are those of paper, and has everybody look at it again. */
export function setPrinting(next: boolean): void {
  isPrinting = next
  document.documentElement.toggleAttribute('data-printing', next)
  for (const listener of [...listeners]) listener()
}
