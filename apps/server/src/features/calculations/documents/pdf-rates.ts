import type { Report } from './build-report.ts'
import type { Words } from './document-words.ts'
import { nameRate } from './name-rate.ts'
import { type Canvas, margin, quiet } from './pdf-canvas.ts'
import { drawTable } from './pdf-table.ts'

/** Where each rate is from and how sure it is. */
export function drawRates(canvas: Canvas, { calculation }: Report, words: Words): void {
  const { t } = words
  const rates = Object.entries(calculation.rates)
  canvas.heading(t('calculations.document.rates_title'), Math.min(90 + 15.5 * rates.length, 560))
  drawTable(
    canvas,
    [
      { label: t('calculations.document.column.rate'), share: 31 },
      { label: t('calculations.document.column.valid'), share: 29 },
      { label: t('calculations.document.column.confidence'), share: 13 },
      { label: t('calculations.document.column.sources'), share: 27 },
    ],
    rates.map(([id, rate]) => ({
      cells: [
        nameRate(id, words),
        `${words.day(rate.from)} – ${rate.to ? words.day(rate.to) : ''}`.trim(),
        t(`calculations.confidence.${rate.confidence}`),
        rate.sources.join(', '),
      ],
    })),
  )
  const notes = [...new Set(rates.flatMap(([, { note }]) => (note ? [note] : [])))]
  canvas.heading(t('calculations.document.sources_title'))
  for (const [key, source] of Object.entries(calculation.sources)) {
    const width = canvas.width - 56
    canvas.need(canvas.heightOf(source, width, { size: 7.5 }))
    canvas.text(key, margin, canvas.y, { size: 7.5, weight: 'medium', width: 52, isLine: true })
    canvas.text(source, margin + 56, canvas.y, { size: 7.5, color: quiet, width })
    canvas.y = canvas.document.y + 3
  }
  if (notes.length > 0) {
    canvas.heading(t('calculations.document.notes_title'))
    for (const note of notes) canvas.paragraph(note, { size: 7.5, color: quiet }, 3)
  }
}
