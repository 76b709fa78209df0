import type { Report } from './build-report.ts'
import type { Words } from './document-words.ts'
import { type Canvas, quiet } from './pdf-canvas.ts'
import { drawTable, type TableRow } from './pdf-table.ts'
import { linesOf, type ReportLine } from './report-lines.ts'

/** Every line of the system in force with its formula, as on the bill. */
export function drawLines(canvas: Canvas, { systems }: Report, words: Words): void {
  const { t } = words
  canvas.heading(t('calculations.document.lines_title'), 220)
  canvas.paragraph(t('calculations.document.lines_note'), { size: 8, color: quiet }, 8)
  const rows: TableRow[] = systems[0]!.months.flatMap((month): TableRow[] => {
    const lines = linesOf(month)
    const powers = month.powersKw?.map((kw) => words.number(kw, 1)).join(' / ')
    const origin = month.powerOrigin && t(`calculations.document.origin.${month.powerOrigin}`)
    const head = powers
      ? `${words.monthOf(month.month)}  ·  ${powers} kW  ·  ${origin}`
      : words.monthOf(month.month)
    return [
      { kind: 'section', cells: [head, '', '', '', words.number(month.grandTotal?.amount, 2)] },
      ...lines.map(({ line, isCharged }): TableRow => {
        const amount = words.number(line.totalCost.amount, 2)
        return {
          cells: [
            t(`calculations.part.${line.part}`),
            t(`calculations.category.${line.category}`),
            formulaOf(line, words),
            words.number(Number(line.unroundedEur), 6),
            isCharged ? amount : `(${amount})`,
          ],
          quiet: [!isCharged, !isCharged, !isCharged, true, !isCharged],
        }
      }),
    ]
  })
  drawTable(
    canvas,
    [
      { label: t('calculations.document.column.part'), share: 21 },
      { label: t('calculations.document.column.category'), share: 18 },
      { label: t('calculations.document.column.formula'), share: 38 },
      { label: t('calculations.document.column.unrounded'), share: 13, align: 'right' },
      { label: t('calculations.document.sum_eur'), share: 10, align: 'right' },
    ],
    rows,
    7.5,
  )
}

/** The factors of a line: `12,5 kW × 1,0923 €/kW`. */
export function formulaOf({ factors }: Pick<ReportLine, 'factors'>, words: Words): string {
  return factors
    .map(({ value, unit }) => `${words.number(value, 0, 6)}${unit ? ` ${unit.replace('EUR', '€')}` : ''}`)
    .join(' × ')
}
