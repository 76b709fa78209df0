import type { Report } from './build-report.ts'
import type { Words } from './document-words.ts'
import { nameRate } from './name-rate.ts'
import { linesOf, type ReportLine } from './report-lines.ts'
import type { NumberKind, SheetCell, Workbook } from './workbook-sheet.ts'

/** The columns referenced by sums of other sheets. */
export const lineColumns = { system: 'A', month: 'B', part: 'C', quantity: 'E', amount: 'K', isCharged: 'L' }

/** Every line of every system: quantity, rate, and the amount as a formula of them. */
export function addLines(book: Workbook, { systems }: Report, words: Words) {
  const { t } = words
  const widths = [24, 11, 20, 22, 13, 7, 11, 9, 8, 13, 11, 9, 14, 26]
  const builder = book.createSheet(t('calculations.document.sheet.lines'), widths, true)
  const head = ['system', 'month', 'part', 'category', 'quantity', 'unit', 'rate_value', 'unit', 'factor']
  const tail = ['unrounded', 'amount', 'charged', 'confidence', 'rate']
  builder.row(
    [...head, ...tail].map((key) => t(`calculations.document.column.${key}`)),
    'head',
  )
  for (const system of systems) {
    for (const month of system.months) {
      for (const { line, isCharged } of linesOf(month)) {
        builder.row(rowOf(builder.next(), line, isCharged, system.name, month.firstDay, words))
      }
    }
  }
  builder.sheet.freezePane = { rows: 1 }
  builder.sheet.autoFilter = { range: `A1:N${Math.max(builder.next() - 1, 1)}` }
  return { sheet: builder.sheet, ref: builder.ref }
}

function rowOf(
  row: number,
  line: ReportLine,
  isCharged: boolean,
  system: string,
  firstDay: string,
  words: Words,
): SheetCell[] {
  const { t } = words
  const extra = line.factors.find(({ name }) => name === 'excessFactor')
  const [quantity, rate] = line.factors.filter((factor) => factor !== extra)
  const kind: NumberKind = quantity!.unit === 'kWh' ? 'energy' : quantity!.unit === 'EUR' ? 'money' : 'exact'
  const confidence = rate!.confidence
  const formula = `E${row}*G${row}${extra ? `*I${row}` : ''}`
  return [
    { value: system },
    { value: new Date(`${firstDay}T00:00:00Z`), kind: 'month' },
    { value: t(`calculations.part.${line.part}`) },
    { value: t(`calculations.category.${line.category}`) },
    { value: quantity!.value, kind },
    { value: quantity!.unit },
    { value: rate!.value, kind: 'rate' },
    { value: rate!.unit },
    { value: extra?.value ?? null, kind: 'power' },
    { value: Number(line.unroundedEur), formula, kind: 'exact', isQuiet: true },
    { value: line.totalCost.amount, formula: `ROUND(J${row},2)`, kind: 'money' },
    { value: isCharged ? 1 : 0, kind: 'count' },
    { value: confidence ? t(`calculations.confidence.${confidence}`) : null },
    { value: rate!.rateId ? nameRate(rate!.rateId, words) : null },
  ]
}
