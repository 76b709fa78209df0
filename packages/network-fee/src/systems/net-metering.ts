import type { Confidence } from '@ohmstead/domain/rates/confidence'
import type { LoadProfile, MonthLoad } from '../load-profile.ts'
import { findRate } from '../rates/rate-book.ts'
import type { FeeContext } from './fee-context.ts'
import { buildLine, type FeeLine } from './fee-line.ts'
import { oldGroupOf, oldSystemEnd } from './old-system.ts'

/** One calendar year of a point with yearly net metering (self-supply registered until the end of 2023). */
export interface NetMeteringYear {
  year: number
  importKwh: number
  /** Null if the export was not read; then nothing can be netted. */
  exportKwh: number | null
  /** The billed energy: import less export, never below zero; a surplus is worth nothing. */
  billedKwh: number | null
  /** The network energy of the year at the single tariff; null if that tariff or the export is unknown. */
  networkEnergy: FeeLine | null
  /** All twelve months are read without a gap. */
  isComplete: boolean
}

/**
 * Network energy under the old self-supply scheme: only the import of a calendar year beyond its export, at the single
 * tariff of the year's last month; power is billed by the month as for everyone (`networkPower` of the systems). No source
 * says which rate applies to a year in which rates change.
 */
export function calculateNetMetering(profile: LoadProfile, context: FeeContext): NetMeteringYear[] {
  const years = Map.groupBy(profile.months, ({ month }) => month.year)
  return [...years].map(([year, months]) => settleYear(year, months, context))
}

function settleYear(year: number, months: MonthLoad[], context: FeeContext): NetMeteringYear {
  const importMilliWh = months.reduce(
    (sum, { highTariffMilliWh, lowTariffMilliWh }) => sum + highTariffMilliWh + lowTariffMilliWh,
    0,
  )
  const exportMilliWh = months.reduce<number | null>(
    (sum, month) => (sum === null || month.exportMilliWh === null ? null : sum + month.exportMilliWh),
    0,
  )
  const billedKwh = exportMilliWh === null ? null : Math.max(importMilliWh - exportMilliWh, 0) / 1e6
  const rate = findSingleTariff(months.at(-1)!.month.firstDay, context)
  return {
    year,
    importKwh: importMilliWh / 1e6,
    exportKwh: exportMilliWh === null ? null : exportMilliWh / 1e6,
    billedKwh,
    networkEnergy:
      billedKwh === null || rate === null
        ? null
        : buildLine('networkEnergy', 'et', [
            { name: 'energy', value: billedKwh, unit: 'kWh' },
            {
              name: 'energyRate',
              value: rate.value,
              unit: 'EUR/kWh',
              rateId: rate.id,
              confidence: rate.confidence,
            },
          ]),
    isComplete: months.length === 12 && months.every(({ quality }) => quality.isComplete),
  }
}

function findSingleTariff(
  day: string,
  context: FeeContext,
): { value: number; id: string; confidence: Confidence } | null {
  const { book, point } = context
  if (day <= oldSystemEnd) {
    const group = oldGroupOf(context)
    const table = findRate(book.oldSystem, day)
    const value = group && table?.groups[group]?.et
    return table && value != null ? { value, id: table.id, confidence: table.confidence } : null
  }
  const rates = findRate(
    book.withoutQuarterHourMetering,
    day,
    ({ userGroup }) => userGroup === point.userGroup,
  )
  const value = rates?.energyEurPerKwh.et ?? null
  return rates && value !== null ? { value, id: rates.id, confidence: rates.confidence } : null
}
