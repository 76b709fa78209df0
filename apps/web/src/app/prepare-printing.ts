import { flushSync } from 'react-dom'
import { setPrinting } from '../lib/printing.ts'
import { showOnPaper } from '../shared/theme-choice.ts'

/** Printed is what stands when the event is over: there is no later moment to draw in. */
export function preparePrinting(): void {
  const change = (isPrinting: boolean) =>
    flushSync(() => {
      showOnPaper(isPrinting)
      setPrinting(isPrinting)
      fitTables(isPrinting)
    })
  window.addEventListener('beforeprint', () => change(true))
  window.addEventListener('afterprint', () => change(false))
}

/** A table that is wider than the sheet is made smaller as a whole: none of its columns may be missing. */
function fitTables(isPrinting: boolean): void {
  for (const table of document.querySelectorAll<HTMLElement>('main table, dialog table')) {
    table.style.zoom = ''
    const room = table.parentElement?.clientWidth ?? 0
    if (isPrinting && room > 0 && table.scrollWidth > room)
      table.style.zoom = String(room / table.scrollWidth)
  }
}
