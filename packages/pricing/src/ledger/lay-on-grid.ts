import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { LocalGrid } from '../local-grid.ts'

/** Whole months on the grid, unknown where the series has nothing; what is no energy counts as unknown. */
export function layOnGrid(series: QuarterHourSeries, { firstStartMs, count }: LocalGrid): QuarterHourSeries {
  const shift = Math.round((firstStartMs - series.firstStartMs) / quarterHourMs)
  const lay = (row: Float64Array) => {
    const laid = new Float64Array(count).fill(Number.NaN)
    for (let i = Math.max(0, -shift); i < Math.min(count, row.length - shift); i++) {
      const energy = row[i + shift]!
      if (energy >= 0 && energy < Number.MAX_SAFE_INTEGER) laid[i] = Math.round(energy)
    }
    return laid
  }
  return {
    firstStartMs,
    importMilliWh: lay(series.importMilliWh),
    exportMilliWh: series.exportMilliWh && lay(series.exportMilliWh),
    isEstimated: layFlags(series.isEstimated, shift, count),
  }
}

function layFlags(row: Uint8Array, shift: number, count: number): Uint8Array {
  const laid = new Uint8Array(count)
  for (let i = Math.max(0, -shift); i < Math.min(count, row.length - shift); i++) laid[i] = row[i + shift]!
  return laid
}
