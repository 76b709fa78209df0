import type { Report } from './build-report.ts'
import { unknown, type Words } from './document-words.ts'
import type { WriteSheet } from './spreadsheet.ts'
import type { SumCell } from './workbook-months.ts'
import type { YearCell } from './workbook-net-metering.ts'
import type { Workbook } from './workbook-sheet.ts'

/** The first sheet: the point, the result of each system, what to do, what to keep in mind. */
export function addSummary(
  book: Workbook,
  report: Report,
  words: Words,
  totals: Map<string, SumCell>,
  nettedYears: YearCell[],
): WriteSheet {
  const { about, facts, systems, paid, recommendation, warnings } = report
  const { t } = words
  const builder = book.createSheet(t('calculations.document.sheet.summary'), [34, 26, 26])
  builder.row([t('calculations.document.title')], 'title')
  const made = { platform: about.brand.platformName, time: words.time(about.madeAtMs) }
  builder.row([{ value: t('calculations.document.made', made), isQuiet: true }])
  builder.row()
  for (const { label, value } of facts) builder.row([{ value: label, isQuiet: true }, { value }])
  builder.row()
  const say = (title: string, sentences: string[]) => {
    if (sentences.length === 0) return
    builder.row([{ value: t(title), isBold: true }])
    for (const sentence of sentences) builder.sentence(sentence)
    builder.row()
  }
  if (nettedYears.length > 0) {
    // Before the sums, as on the page: it changes their meaning.
    say('portal.details.netMetering', [t('calculations.net_metering')])
    builder.row([t('charts.range.year'), t('calculations.document.column.networkEnergy')], 'head')
    for (const { name, value, formula } of nettedYears)
      builder.row([name, value === null ? { value: unknown } : { value, formula, kind: 'money' }])
    builder.row()
  }
  builder.row(
    [
      t('calculations.document.column.system'),
      t('calculations.document.sum_eur'),
      t('calculations.document.column.difference'),
    ],
    'head',
  )
  const first = builder.next()
  const paidEur = paid.isWhole ? paid.amountEur : null
  for (const { key, name } of systems) {
    const { formula, value } = totals.get(key)!
    const row = builder.next()
    const isKnown = value !== null && paidEur !== null
    const isPart = key === 'newSystem' && !paid.isWhole
    builder.row([
      isPart ? `${name} (${t('portfolio.table.in_months', { count: paid.months })})` : name,
      value === null ? { value: unknown } : { value, formula, kind: 'money' },
      key === 'newSystem' || !isKnown
        ? null
        : { value: Math.round((value - paidEur) * 100) / 100, formula: `B${row}-B$${first}`, kind: 'money' },
    ])
  }
  builder.row()
  say('calculations.document.agreed_power', recommendation)
  say('calculations.document.keep_in_mind', warnings)
  builder.row([
    { value: t('calculations.document.fingerprint'), isQuiet: true },
    { value: about.hash, isQuiet: true },
  ])
  return builder.sheet
}
