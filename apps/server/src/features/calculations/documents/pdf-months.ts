import type { Report, ReportMonth, ReportSystem } from './build-report.ts'
import { unknown, type Words } from './document-words.ts'
import { type Canvas, quiet } from './pdf-canvas.ts'
import { drawTable, type TableRow } from './pdf-table.ts'

/** Each system month by month. */
export function drawMonths(canvas: Canvas, report: Report, words: Words): void {
  const { t } = words
  for (const system of report.systems) {
    const { levies, vat, prices } = report.about
    const isNew = system.key !== 'oldSystem'
    const columns = [
      {
        name: 'month',
        share: 17,
        of: (month: ReportMonth) => words.monthOf(month.month),
        sum: t('calculations.document.sum'),
      },
      { name: 'kwh', share: 11, of: energyOf, sum: sumOf(system, energyOf), digits: 0 },
      ...(prices ? [{ name: 'energy', share: 11, of: amountOf('energy'), sum: system.total.energy }] : []),
      { name: 'networkEnergy', share: 12, of: amountOf('networkEnergy'), sum: system.total.networkEnergy },
      { name: 'networkPower', share: 12, of: amountOf('networkPower'), sum: system.total.networkPower },
      ...(isNew ? [{ name: 'excessPower', share: 12, of: excessOf, sum: system.total.chargedExcess }] : []),
      ...(levies ? [{ name: 'levies', share: 10, of: amountOf('levies'), sum: system.total.levies }] : []),
      ...(vat ? [{ name: 'vat', share: 10, of: amountOf('vat'), sum: system.total.vat }] : []),
      { name: 'total', share: 12, of: amountOf('grandTotal'), sum: system.total.grandTotal },
    ]
    canvas.heading(system.name, Math.min(90 + 15.5 * system.months.length, 560))
    const show = (value: unknown, digits = 2): string => {
      if (typeof value === 'string') return value
      const amount =
        typeof value === 'object' && value !== null ? (value as { amount: number }).amount : value
      return words.number(amount as number | null, digits)
    }
    const rows = system.months.map((month): TableRow => {
      const isUncharged = month.excessivePowerBlocks?.isCharged === false
      return {
        cells: columns.map(({ name, of, digits }) => {
          const text = show(of(month), digits)
          return name === 'excessPower' && isUncharged && text !== unknown ? `(${text})` : text
        }),
        quiet: columns.map(({ name }) => name === 'excessPower' && isUncharged),
      }
    })
    rows.push({ kind: 'total', cells: columns.map(({ sum, digits }) => show(sum, digits)) })
    drawTable(
      canvas,
      columns.map(({ name, share }) => ({
        label: t(`calculations.document.column.${name}`),
        share,
        align: name === 'month' ? 'left' : 'right',
      })),
      rows,
    )
    const hasUncharged = system.months.some(({ excessivePowerBlocks: excess }) => excess?.isCharged === false)
    if (hasUncharged)
      canvas.paragraph(t('calculations.document.told_not_charged'), { size: 7.5, color: quiet })
    if (system.key === 'oldSystem')
      canvas.paragraph(t('calculations.document.warning.last_old_table'), { size: 7.5, color: quiet })
  }
}

const energyOf = (month: ReportMonth) => month.networkEnergy?.value?.amount ?? null
const amountOf = (part: 'energy' | 'networkEnergy' | 'networkPower' | 'levies' | 'vat' | 'grandTotal') =>
  function amount(month: ReportMonth) {
    return month[part]?.amount ?? null
  }
const excessOf = (month: ReportMonth) => month.excessivePowerBlocks?.total.totalCost?.amount ?? null

function sumOf({ months }: ReportSystem, of: (month: ReportMonth) => number | null): number | null {
  return months.reduce<number | null>((sum, month) => {
    const value = of(month)
    return sum === null || value === null ? null : sum + value
  }, 0)
}
