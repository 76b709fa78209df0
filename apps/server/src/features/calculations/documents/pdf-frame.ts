import type { Words } from './document-words.ts'
import { type Canvas, margin, quiet } from './pdf-canvas.ts'

/** The brand's sign and name at the top of the first page. */
export function drawBrand(canvas: Canvas, name: string, accent: string): void {
  const { document } = canvas
  document
    .save()
    .translate(margin, canvas.y - 2)
    .scale(0.62)
    .path('M5 26h7.2v-3a9.5 9.5 0 1 1 7.6 0v3H27')
    .lineWidth(3.2)
    .lineCap('round')
    .lineJoin('round')
    .strokeColor(accent)
    .stroke()
    .restore()
  canvas.text(name, margin + 25, canvas.y + 1, { size: 12, weight: 'bold', isLine: true })
}

/** Written last, when the number of pages is known. */
export function drawFooters(
  canvas: Canvas,
  about: { platformName: string; madeAtMs: number; reference: string },
  words: Words,
): void {
  const { document } = canvas
  const pages = document.bufferedPageRange().count
  const made = words.t('calculations.document.made', {
    platform: about.platformName,
    time: words.time(about.madeAtMs),
  })
  for (let page = 0; page < pages; page++) {
    document.switchToPage(page)
    const y = document.page.height - margin + 2
    canvas.line(margin, y - 8, margin + canvas.width, y - 8)
    const small = { size: 7, color: quiet, isLine: true }
    canvas.text(`${made} · ${about.reference}`, margin, y, {
      ...small,
      width: canvas.width - 70,
    })
    const count = words.t('calculations.document.page', { page: page + 1, pages })
    canvas.text(count, margin + canvas.width - 70, y, { ...small, width: 70, align: 'right' })
  }
}
