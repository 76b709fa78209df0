import type { MeteringPoint } from '../metering-point.ts'
import type { RateBook } from '../rates/rate-book.ts'

/** Prices of the supply contract, EUR/kWh without VAT; null if not given. */
export interface EnergyPrices {
  vt: number | null
  mt: number | null
  et: number | null
}

export interface FeeOptions {
  /** Adds the lines of levies. */
  levies: boolean
  /** Adds value-added tax. */
  vat: boolean
  /** Months before October 2024 under the new system: no result, or its first table as a comparison. */
  newSystemBeforeStart: 'noTariff' | 'firstTable'
  /** Months after September 2024 under the old system: no result, or its last table as a comparison. */
  oldSystemAfterEnd: 'noTariff' | 'lastTable'
}

export const defaultFeeOptions: FeeOptions = {
  levies: false,
  vat: false,
  newSystemBeforeStart: 'noTariff',
  oldSystemAfterEnd: 'lastTable',
}

/** What the months of every system are calculated from. */
export interface FeeContext {
  point: MeteringPoint
  prices: EnergyPrices | null
  options: FeeOptions
  book: RateBook
  /** Import of a month by the meter's register, milliwatt-hours, by month key, if known. */
  registerImportMilliWh: Record<string, number>
}
