import type { Report } from './build-report.ts'
import type { Words } from './document-words.ts'
import { writeSpreadsheet } from './spreadsheet.ts'
import { addLines } from './workbook-lines.ts'
import { addMonths, type SumCell } from './workbook-months.ts'
import { addNetMetering } from './workbook-net-metering.ts'
import { addAgreedPower, addReadings } from './workbook-proof.ts'
import { addRates } from './workbook-rates.ts'
import { startWorkbook } from './workbook-sheet.ts'
import { addSummary } from './workbook-summary.ts'

/** The workbook: lines with their formulas, months that sum the lines, a summary that refers to the months. */
export function writeWorkbook(report: Report, words: Words): Promise<Uint8Array> {
  const book = startWorkbook()
  const lines = addLines(book, report, words)
  const months = report.systems.map((system) => addMonths(book, system, report, words, lines))
  const totals = new Map<string, SumCell>(months.map(({ key, total }) => [key, total]))
  const netMetering = addNetMetering(book, report, words)
  const sheets = [
    addSummary(book, report, words, totals, netMetering?.years ?? []),
    ...(netMetering ? [netMetering.sheet] : []),
    ...months.map(({ sheet }) => sheet),
    lines.sheet,
    addAgreedPower(book, report, words),
    addRates(book, report, words),
    addReadings(book, report, words),
  ]
  return writeSpreadsheet(sheets, {
    title: `${words.t('calculations.document.title')} ${report.about.device.eimm}`,
    creator: report.about.brand.platformName,
    created: new Date(report.about.madeAtMs),
  })
}
