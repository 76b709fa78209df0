import type { LoadCase } from '../../shared/what-if/load-case.ts'

/** One month of the readings with panels, kWh. */
export interface SolarMonth {
  firstDay: string
  /** Used in the house at once, fed in, and still imported. */
  ownKwh: number
  exportKwh: number
  importKwh: number
}

/** The mean day of a calendar month, kW by local hour. */
export interface DayShape {
  /** 1 to 12. */
  month: number
  pvKw: number[]
  /** The net readings, without the new panels. */
  houseKw: number[]
}

export function sumByMonth(
  { profile, exportKwh }: Pick<LoadCase, 'profile' | 'exportKwh'>,
  withPanels: Pick<LoadCase, 'importKwh' | 'exportKwh'>,
  pvKwh: Float64Array,
): SolarMonth[] {
  const months = profile.months.map(({ month }) => ({
    firstDay: month.firstDay,
    ownKwh: 0,
    exportKwh: 0,
    importKwh: 0,
  }))
  for (let i = 0; i < pvKwh.length; i++) {
    const month = months[profile.calendar.monthOf[i]!]!
    const fed = withPanels.exportKwh[i]! - exportKwh[i]!
    month.exportKwh += fed
    month.ownKwh += pvKwh[i]! - fed
    month.importKwh += withPanels.importKwh[i]!
  }
  return months
}

export function shapeDays(
  { profile, netKwh }: Pick<LoadCase, 'profile' | 'netKwh'>,
  pvKwh: Float64Array,
): DayShape[] {
  const pv = new Float64Array(12 * 24)
  const house = new Float64Array(12 * 24)
  const counts = new Float64Array(12 * 24)
  const { monthOf, hour } = profile.calendar
  for (let i = 0; i < pvKwh.length; i++) {
    const place = (profile.months[monthOf[i]!]!.month.month - 1) * 24 + hour[i]!
    pv[place]! += pvKwh[i]!
    house[place]! += netKwh[i]!
    counts[place]! += 1
  }
  const mean = (sums: Float64Array, month: number) =>
    Array.from({ length: 24 }, (_, at) => (sums[month * 24 + at]! * 4) / (counts[month * 24 + at]! || 1))
  return Array.from({ length: 12 }, (_, month) => month)
    .filter((month) => counts[month * 24]! > 0)
    .map((month) => ({ month: month + 1, pvKw: mean(pv, month), houseKw: mean(house, month) }))
}
