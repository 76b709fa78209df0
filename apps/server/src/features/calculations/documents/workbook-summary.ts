import type { WriteSheet } from 'hucre'
import type { Report } from './build-report.ts'
import { unknown, type Words } from './document-words.ts'
import type { SumCell } from './workbook-months.ts'
import { createSheet, sheetName } from './workbook-sheet.ts'

/** The first sheet: the point, what each system came to, what to do, what to keep in mind. */
export function addSummary(report: Report, words: Words, totals: Map<string, SumCell>): WriteSheet {
  const { about, facts, systems, recommendation, warnings } = report
  const { t } = words
  const builder = createSheet(sheetName(t('calculations.document.sheet.summary')), [34, 26, 26])
  builder.row([t('calculations.document.title')], 'title')
  const made = { platform: about.brand.platformName, time: words.time(about.madeAtMs) }
  builder.row([{ value: t('calculations.document.made', made), isQuiet: true }])
  builder.row()
  for (const { label, value } of facts) builder.row([{ value: label, isQuiet: true }, { value }])
  builder.row()
  builder.row(
    [
      t('calculations.document.column.system'),
      t('calculations.document.sum_eur'),
      t('calculations.document.column.difference'),
    ],
    'head',
  )
  const first = builder.next()
  const paid = totals.get('newSystem')!.value
  for (const { key, name } of systems) {
    const { formula, value } = totals.get(key)!
    const row = builder.next()
    const isKnown = value !== null && paid !== null
    builder.row([
      name,
      value === null ? { value: unknown } : { value, formula, kind: 'money' },
      key === 'newSystem' || !isKnown
        ? null
        : { value: Math.round((value - paid) * 100) / 100, formula: `B${row}-B$${first}`, kind: 'money' },
    ])
  }
  builder.row()
  const say = (title: string, sentences: string[]) => {
    if (sentences.length === 0) return
    builder.row([{ value: t(title), isBold: true }])
    for (const sentence of sentences) {
      const place = builder.next() - 1
      builder.row([{ value: sentence, wraps: true }])
      builder.sheet.merges ??= []
      builder.sheet.merges.push({ startRow: place, startCol: 0, endRow: place, endCol: 2 })
      builder.sheet.rowDefs ??= new Map()
      builder.sheet.rowDefs.set(place, { height: 15 * Math.ceil(sentence.length / 88) })
    }
    builder.row()
  }
  say('calculations.document.agreed_power', recommendation)
  say('calculations.document.keep_in_mind', warnings)
  builder.row([
    { value: t('calculations.document.fingerprint'), isQuiet: true },
    { value: about.hash, isQuiet: true },
  ])
  return builder.sheet
}
