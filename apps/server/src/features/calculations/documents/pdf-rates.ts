import type { Report } from './build-report.ts'
import type { Words } from './document-words.ts'
import { describeActs, describeRateNotes, describeSource, nameRate } from './name-rate.ts'
import { type Canvas, margin, quiet } from './pdf-canvas.ts'
import { drawTable } from './pdf-table.ts'

type Rates = Report['calculation']['rates']

/** What sets each rate, its source and its confidence. */
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
        nameRate(id, words, rate.figures),
        formatValidity(rate, words),
        t(`calculations.confidence.${rate.confidence}`),
        rate.sources.join(', '),
      ],
    })),
  )
  drawNotes(canvas, calculation.rates, words)
  canvas.heading(t('calculations.document.sources_title'))
  for (const [key, source] of Object.entries(calculation.sources)) {
    const { title, place, url } = source
    const about = describeSource(source, words)
    drawNamed(canvas, key, `${title}${about && ` · ${about}`}`, [place, url].filter(Boolean).join(' · '))
  }
}

const formatValidity = ({ from, to }: Rates[string], words: Words) =>
  `${words.day(from)} – ${to ? words.day(to) : ''}`.trim()

/** The acts and the notes of the rates, each text once with the rates that it applies to. */
function drawNotes(canvas: Canvas, rates: Rates, words: Words): void {
  const names = new Map<string, string[]>()
  for (const [id, rate] of Object.entries(rates)) {
    const text = [describeActs(rate), describeRateNotes(rate.notes, words)].filter(Boolean).join('. ')
    const name = `${nameRate(id, words, rate.figures)}, ${formatValidity(rate, words)}`
    if (text) names.set(text, [...(names.get(text) ?? []), name])
  }
  if (names.size === 0) return
  canvas.heading(words.t('calculations.document.notes_title'))
  for (const [text, named] of names) {
    const style = { size: 7.5, weight: 'medium' } as const
    canvas.need(canvas.heightOf(named.join('; '), canvas.width, style) + 20)
    canvas.paragraph(named.join('; '), style, 1)
    canvas.paragraph(text, { size: 7.5, color: quiet }, 5)
  }
}

function drawNamed(canvas: Canvas, key: string, text: string, address: string): void {
  const width = canvas.width - 56
  const style = { size: 7.5, width }
  canvas.need(canvas.heightOf(text, width, style) + canvas.heightOf(address, width, style) + 2)
  canvas.text(key, margin, canvas.y, { size: 7.5, weight: 'medium', width: 52, isLine: true })
  canvas.text(text, margin + 56, canvas.y, style)
  canvas.y = canvas.document.y
  if (address) canvas.text(address, margin + 56, canvas.y, { ...style, color: quiet })
  canvas.y = canvas.document.y + 4
}
