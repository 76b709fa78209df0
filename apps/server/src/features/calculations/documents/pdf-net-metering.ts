import type { SettledYear } from '@ohmstead/network-fee/systems/net-metering-settlement'
import type { Report } from './build-report.ts'
import type { Words } from './document-words.ts'
import { describeYear, describeYearWithoutFee } from './net-metering-words.ts'
import { type Canvas, quiet } from './pdf-canvas.ts'
import { formulaOf } from './pdf-lines.ts'
import { drawTable } from './pdf-table.ts'

/** The years of a point with yearly net metering as on the page, each with its formula; nothing for any other point. */
export function drawNetMetering(canvas: Canvas, { netMetering }: Report, words: Words): void {
  if (netMetering === null) return
  const { t, number } = words
  const { years } = netMetering
  canvas.heading(t('portal.details.netMetering'))
  canvas.paragraph(t('calculations.net_metering'), { size: 8.5 }, 6)
  const energy = (key: string) => ({ label: `${t(key)}, kWh`, share: 17, align: 'right' as const })
  drawTable(
    canvas,
    [
      { label: t('charts.range.year'), share: 26 },
      energy('charts.series.grid_import'),
      energy('charts.series.grid_export'),
      energy('calculations.column.value'),
      { label: t('calculations.document.column.networkEnergy'), share: 23, align: 'right' },
    ],
    years.map((one) => ({
      cells: [
        describeYear(one, words),
        number(one.importKwh, 0),
        number(one.exportKwh, 0),
        number(one.billedKwh, 0),
        one.networkEnergy
          ? number(one.networkEnergy.totalCost.amount, 2)
          : describeYearWithoutFee(one, words),
      ],
      quiet: [false, false, false, false, one.networkEnergy === null],
    })),
  )
  const small = { size: 7.5, color: quiet }
  for (const one of years) {
    const formula = describeFormula(one, words)
    if (formula !== null) canvas.paragraph(formula, small, 1)
  }
  canvas.y += 3
  canvas.paragraph(t('calculations.net_metering_rule'), small, 12)
}

/** `2026: 2.790,328672 kWh × 0,01864 €/kWh = 52,011726 € → 52,01 €` */
function describeFormula({ year, networkEnergy: line }: SettledYear, words: Words): string | null {
  if (line === null) return null
  const exact = words.number(Number(line.unroundedEur), 0, 12)
  return `${year}: ${formulaOf(line, words)} = ${exact} € → ${words.money(line.totalCost.amount)}`
}
