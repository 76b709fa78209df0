import type { Report } from './build-report.ts'
import type { Words } from './document-words.ts'
import { describeActs, describeRateNotes, describeSource, nameRate } from './name-rate.ts'
import type { WriteSheet } from './spreadsheet.ts'
import type { SheetCell, Workbook } from './workbook-sheet.ts'

/** Every rate with its validity, what sets it, its confidence, and its source. */
export function addRates(book: Workbook, { calculation }: Report, words: Words): WriteSheet {
  const { t } = words
  const widths = [34, 13, 13, 16, 18, 60, 70]
  const builder = book.createSheet(t('calculations.document.rates_title'), widths, true)
  const day = (value: string | null): SheetCell =>
    value ? { value: new Date(`${value}T00:00:00Z`), kind: 'day' } : { value: null }
  const heads = ['rate', 'from', 'to', 'confidence', 'sources', 'act', 'note']
  builder.row(
    heads.map((key) => t(`calculations.document.column.${key}`)),
    'head',
  )
  for (const [id, rate] of Object.entries(calculation.rates))
    builder.row([
      nameRate(id, words, rate.figures),
      day(rate.from),
      day(rate.to),
      t(`calculations.confidence.${rate.confidence}`),
      { value: rate.sources.join(', '), wraps: true },
      { value: describeActs(rate), wraps: true },
      { value: describeRateNotes(rate.notes, words), wraps: true },
    ])
  builder.row()
  builder.row([t('calculations.document.sources_title')], 'head')
  for (const [key, source] of Object.entries(calculation.sources))
    builder.row([
      key,
      ...Array(4).fill(null),
      { value: [source.title, describeSource(source, words)].filter(Boolean).join(' · '), wraps: true },
      { value: [source.url, source.place].filter(Boolean).join(' · '), wraps: true },
    ])
  builder.sheet.freezePane = { rows: 1 }
  return builder.sheet
}
