import { brandColors } from '../../site/brand-colors.ts'
import type { Report } from './build-report.ts'
import type { Words } from './document-words.ts'
import { createCanvas } from './pdf-canvas.ts'
import { drawFooters } from './pdf-frame.ts'
import { drawLines } from './pdf-lines.ts'
import { drawMonths } from './pdf-months.ts'
import { drawRates } from './pdf-rates.ts'
import { drawSummary } from './pdf-summary.ts'

/** The document for the accountant: the answer on the first page, then months, every line with its formula, and rates. */
export function writePdf(report: Report, words: Words): Promise<Uint8Array> {
  const { brand, device } = report.about
  const { accent } = brandColors(brand.theme)
  const title = `${words.t('calculations.document.title')} ${device.eimm}`
  const canvas = createCanvas(title, brand.platformName, words.tag)
  drawSummary(canvas, report, words, accent)
  drawMonths(canvas, report, words)
  drawLines(canvas, report, words)
  drawRates(canvas, report, words)
  const { madeAtMs, hash } = report.about
  const reference = `${device.eimm} · ${hash.slice(0, 16)}`
  drawFooters(canvas, { platformName: brand.platformName, madeAtMs, reference }, words)
  return canvas.finish()
}
