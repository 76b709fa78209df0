import type { QuarterHourSeries } from '../quarter-hour-series.ts'

/** Readings in the form the server returns them. */
export interface WireReadings {
  /** Epoch seconds of the first interval's start. */
  first_start: number
  import_milli_wh: readonly (number | null)[]
  export_milli_wh: readonly (number | null)[] | null
  /** One character per interval; `e` is estimated. */
  quality: string
}

/** The row of quarter-hours as input of the calculation, the same in the browser and on the server. */
export function buildSeries(readings: WireReadings): QuarterHourSeries {
  const { import_milli_wh, export_milli_wh, quality } = readings
  return {
    firstStartMs: readings.first_start * 1000,
    importMilliWh: toEnergies(import_milli_wh),
    exportMilliWh: export_milli_wh && toEnergies(export_milli_wh),
    isEstimated: Uint8Array.from(quality, (character) => Number(character === 'e')),
  }
}

function toEnergies(values: readonly (number | null)[]): Float64Array {
  return Float64Array.from(values, (value) => value ?? Number.NaN)
}
