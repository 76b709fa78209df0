import { buildFeeContext } from '../calculate-network-fee.ts'
import type { LoadProfile } from '../load-profile.ts'
import type { MeteringPoint } from '../metering-point.ts'
import { buildPeriodProfile } from '../period-profile.ts'
import type { QuarterHourSeries } from '../quarter-hour-series.ts'
import { nameSources, type RateReference, referToRatesOf } from '../rates/rate-reference.ts'
import type { RateSource } from '../rates/rate-source.ts'
import { calculateNetMetering, type NetMeteringYear } from './net-metering.ts'

export interface SettledYear extends NetMeteringYear {
  /** Its months from the first to the last reading of the selected days. */
  months: number
}

/** The network energy of a point with yearly net metering, year by year, with the rates used in its lines. */
export interface NetMeteringSettlement {
  years: SettledYear[]
  rates: Record<string, RateReference>
  /** What the source keys of `rates` stand for. */
  sources: Record<string, RateSource>
}

/**
 * The one settlement of a selection, for the page and its documents. As in the calculation beside it, months before
 * the first reading and after the last one are omitted: a year must not seem complete for months that were not read.
 */
export function settleNetMetering(
  readings: QuarterHourSeries | LoadProfile,
  point: MeteringPoint,
): NetMeteringSettlement {
  const context = buildFeeContext({ point, energyPrices: null })
  const profile = buildPeriodProfile(readings, context.book)
  const years = calculateNetMetering(profile, context).map((settled) => ({
    ...settled,
    months: profile.months.filter(({ month }) => month.year === settled.year).length,
  }))
  const lines = years.flatMap(({ networkEnergy }) => networkEnergy ?? [])
  const rates = referToRatesOf(lines, context.book)
  return { years, rates, sources: nameSources(rates) }
}
