import type { SettledYear } from '@ohmstead/network-fee/systems/net-metering-settlement'
import type { Report } from './build-report.ts'
import { unknown, type Words } from './document-words.ts'
import { nameRate } from './name-rate.ts'
import { describePart, describeYear, describeYearWithoutFee } from './net-metering-words.ts'
import type { WriteSheet } from './spreadsheet.ts'
import type { SumCell } from './workbook-months.ts'
import type { NumberKind, SheetCell, Workbook } from './workbook-sheet.ts'

/** The network energy of a year and its cell. */
export interface YearCell extends SumCell {
  name: string
}

/** The years of a point with yearly net metering, each amount a formula of its readings; null for any other point. */
export function addNetMetering(
  book: Workbook,
  { netMetering }: Report,
  words: Words,
): { sheet: WriteSheet; years: YearCell[] } | null {
  if (netMetering === null) return null
  const { t } = words
  const widths = [9, 24, 15, 15, 15, 11, 9, 13, 13, 14, 40]
  const builder = book.createSheet(t('calculations.document.sheet.net_metering'), widths, true)
  builder.row([{ value: t('portal.details.netMetering') }], 'title')
  builder.sentence(t('calculations.net_metering'))
  builder.sentence(t('calculations.net_metering_rule'), true)
  builder.row()
  const column = (key: string) => t(`calculations.document.column.${key}`)
  const head = [t('charts.range.year'), column('note')]
  const energies = ['charts.series.grid_import', 'charts.series.grid_export', 'calculations.column.value']
  const tail = ['rate_value', 'unit', 'unrounded', 'networkEnergy', 'confidence', 'rate']
  builder.row([...head, ...energies.map((key) => `${t(key)}, kWh`), ...tail.map(column)], 'head')
  const years = netMetering.years.map((one): YearCell => {
    const row = builder.next()
    builder.row(rowOf(row, one, words))
    const value = one.networkEnergy?.totalCost.amount ?? null
    return { name: describeYear(one, words), formula: `${builder.ref}I${row}`, value }
  })
  return { sheet: builder.sheet, years }
}

function rowOf(row: number, settled: SettledYear, words: Words): SheetCell[] {
  const { year, importKwh, exportKwh, billedKwh, networkEnergy: line } = settled
  const { t } = words
  const known = (value: number | null, kind: NumberKind, formula?: string): SheetCell =>
    value === null ? { value: unknown, isQuiet: true } : { value, kind, ...(formula && { formula }) }
  const rate = line?.factors.find(({ rateId }) => rateId)
  const notes = [describePart(settled, words), line ? null : describeYearWithoutFee(settled, words)]
  return [
    { value: year },
    { value: notes.filter((note) => note !== null).join('; ') || null, isQuiet: true },
    known(importKwh, 'energy'),
    known(exportKwh, 'energy'),
    // From millionths, so that the difference has no binary fraction.
    known(billedKwh, 'energy', `ROUND(MAX(C${row}-D${row},0),6)`),
    known(rate?.value ?? null, 'rate'),
    { value: rate?.unit ?? null },
    { ...known(line ? Number(line.unroundedEur) : null, 'exact', `E${row}*F${row}`), isQuiet: true },
    known(line?.totalCost.amount ?? null, 'money', `ROUND(H${row},2)`),
    { value: rate?.confidence ? t(`calculations.confidence.${rate.confidence}`) : null },
    { value: rate?.rateId ? nameRate(rate.rateId, words) : null },
  ]
}
