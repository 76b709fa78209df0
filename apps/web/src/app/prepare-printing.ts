import { flushSync } from 'react-dom'
import { setPrinting } from '../lib/printing.ts'
import { showOnPaper } from '../shared/theme-choice.ts'

/** The browser prints the state at the end of the event: there is no later moment to draw in. */
export function preparePrinting(): void {
  const change = (isPrinting: boolean) =>
    flushSync(() => {
      showOnPaper(isPrinting)
      setPrinting(isPrinting)
      fitTables(isPrinting)
      keepWindow(isPrinting)
    })
  window.addEventListener('beforeprint', () => change(true))
  window.addEventListener('afterprint', () => change(false))
}

/** A table wider than the sheet is scaled as a whole: no column may be missing. */
function fitTables(isPrinting: boolean): void {
  for (const table of document.querySelectorAll<HTMLElement>('main table, dialog table')) {
    table.style.zoom = ''
    const room = table.parentElement?.clientWidth ?? 0
    if (isPrinting && room > 0 && table.scrollWidth > room)
      table.style.zoom = String(room / table.scrollWidth)
  }
}

/** Marks an open window and the head of the print, with all that is around them: the rest is not printed. */
function keepWindow(isPrinting: boolean): void {
  for (const element of document.querySelectorAll('[data-kept]')) element.removeAttribute('data-kept')
  const hasWindow = isPrinting && document.querySelector('dialog[open]') !== null
  document.documentElement.toggleAttribute('data-printing-window', hasWindow)
  if (!hasWindow) return
  for (const kept of document.querySelectorAll('dialog[open], [data-print-head]'))
    for (let around: Element | null = kept; around && around !== document.body; around = around.parentElement)
      around.setAttribute('data-kept', '')
}
