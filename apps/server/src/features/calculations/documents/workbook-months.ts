import { isPartOfMonth } from '@ohmstead/network-fee/systems/finish-month'
import type { Report, ReportMonth, ReportSystem, SystemKey } from './build-report.ts'
import { unknown, type Words } from './document-words.ts'
import type { WriteSheet } from './spreadsheet.ts'
import { type addLines, lineColumns } from './workbook-lines.ts'
import { columnLetter, type SheetCell, type Workbook } from './workbook-sheet.ts'

/** The cell of a sum and its value; null if one part is unknown. */
export interface SumCell {
  formula: string
  value: number | null
}

type Part = 'energy' | 'networkEnergy' | 'networkPower' | 'excessPower' | 'levies' | 'vat'

/** A system month by month; each amount sums its lines, which the reader can look up. */
export function addMonths(
  book: Workbook,
  system: ReportSystem,
  { about, paid }: Report,
  words: Words,
  lines: ReturnType<typeof addLines>,
): { key: SystemKey; sheet: WriteSheet; total: SumCell } {
  const { t } = words
  const parts: Part[] = [
    ...(about.prices ? (['energy'] as const) : []),
    'networkEnergy',
    'networkPower',
    ...(system.key === 'oldSystem' ? [] : (['excessPower'] as const)),
    ...(about.levies ? (['levies'] as const) : []),
    ...(about.vat ? (['vat'] as const) : []),
  ]
  const builder = book.createSheet(system.name, [16, 13, ...parts.map(() => 15), 15], true)
  builder.row([{ value: system.name }], 'title')
  builder.row([{ value: t('calculations.document.workbook_note'), isQuiet: true }])
  const headRow = builder.next()
  const partNames = parts.map((part) => t(`calculations.part.${part}`))
  builder.row(
    [t('calculations.document.column.month'), 'kWh', ...partNames, t('calculations.document.column.total')],
    'head',
  )
  const first = builder.next()
  const { system: systems, month: months, part: partColumn, quantity, amount, isCharged } = lineColumns
  const column = (letter: string) => `${lines.ref}$${letter}:$${letter}`
  const sumOf = (value: string, row: number, head: string, more = '') =>
    `SUMIFS(${column(value)},${column(systems)},$A$1,${column(months)},$A${row},${column(partColumn)},${head}${more})`
  const energyHead = `$${columnLetter(2 + parts.indexOf('networkEnergy'))}$${headRow}`
  const lastPart = columnLetter(1 + parts.length)
  const whole = system.months.filter((month) => !isPartOfMonth(month))
  const addMonth = (month: ReportMonth) => {
    const row = builder.next()
    const energy = month.networkEnergy?.value?.amount ?? null
    const total = month.grandTotal?.amount ?? null
    builder.row([
      { value: new Date(`${month.firstDay}T00:00:00Z`), kind: 'month' },
      orUnknown(energy, sumOf(quantity, row, energyHead), 'energy'),
      ...parts.map((part, at) => {
        const head = `${columnLetter(2 + at)}$${headRow}`
        return orUnknown(amountOf(month, part), sumOf(amount, row, head, `,${column(isCharged)},1`), 'money')
      }),
      orUnknown(total, `SUM(C${row}:${lastPart}${row})`, 'money'),
    ])
  }
  for (const month of whole) addMonth(month)
  const last = builder.next() - 1
  const sum = (at: number, value: number | null, kind: SheetCell['kind']) =>
    orUnknown(value, `SUM(${columnLetter(at)}${first}:${columnLetter(at)}${last})`, kind)
  const totalEur = system.total.grandTotal?.amount ?? null
  builder.row(
    [
      t('calculations.document.sum'),
      sum(
        1,
        addUp(whole, (month) => month.networkEnergy?.value?.amount ?? null),
        'energy',
      ),
      ...parts.map((part, at) =>
        sum(
          2 + at,
          addUp(whole, (month) => amountOf(month, part)),
          'money',
        ),
      ),
      sum(2 + parts.length, totalEur, 'money'),
    ],
    'total',
  )
  // Partial months are listed below the sum, which excludes them.
  for (const month of system.months) if (isPartOfMonth(month)) addMonth(month)
  builder.sheet.freezePane = { rows: headRow, columns: 1 }
  const [place, letter] = [builder.ref, columnLetter(2 + parts.length)]
  const isPaidInPart = system.key === 'newSystem' && !paid.isWhole
  // A sum skips the months without a result: they contain a dash.
  const total = isPaidInPart
    ? { formula: `SUM(${place}${letter}${first}:${letter}${last})`, value: paid.amountEur }
    : { formula: `${place}${letter}${last + 1}`, value: totalEur }
  return { key: system.key, sheet: builder.sheet, total }
}

/** A formula only if all its terms are known: a part must not stand for the whole. */
function orUnknown(value: number | null, formula: string, kind: SheetCell['kind']): SheetCell {
  return value === null ? { value: unknown, isQuiet: true } : { value, formula, ...(kind && { kind }) }
}

function amountOf(month: ReportMonth, part: Part): number | null {
  if (part !== 'excessPower') return month[part]?.amount ?? null
  const excess = month.excessivePowerBlocks
  if (excess === null) return null
  return excess.isCharged ? (excess.total.totalCost?.amount ?? null) : 0
}

/** In whole millionths, so that a sum of cents is exact. */
function addUp(months: ReportMonth[], of: (month: ReportMonth) => number | null): number | null {
  let total = 0
  for (const month of months) {
    const value = of(month)
    if (value === null) return null
    total += Math.round(value * 1e6)
  }
  return total / 1e6
}
