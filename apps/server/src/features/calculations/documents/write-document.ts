import { settleNetMetering } from '@ohmstead/network-fee/systems/net-metering-settlement'
import { buildReport } from './build-report.ts'
import type { DocumentTask } from './document-task.ts'
import { createWords } from './document-words.ts'
import { writePdf } from './write-pdf.ts'
import { writeWorkbook } from './write-workbook.ts'

/** A calculation as a file for somebody else, such as an accountant. */
export function writeDocument({ kind, json, netted, about }: DocumentTask): Promise<Uint8Array> {
  const words = createWords(about.locale)
  const netMetering = netted && settleNetMetering(netted.series, netted.point)
  const report = buildReport(JSON.parse(json), about, words, netMetering)
  return kind === 'pdf' ? writePdf(report, words) : writeWorkbook(report, words)
}
