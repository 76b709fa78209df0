import { buildFeeContext } from '@ohmstead/network-fee/calculate-network-fee'
import type { LoadProfile } from '@ohmstead/network-fee/load-profile'
import { calculateNetMetering, type NetMeteringYear } from '@ohmstead/network-fee/net-metering'
import { buildMeteringPoint, type WireConsumerInfo } from '@ohmstead/network-fee/wire/build-metering-point'
import type { Calculation } from '../calculation-data.ts'

export interface SettledYear extends NetMeteringYear {
  /** Months of it that lie in the days selected. */
  months: number
}

/** The network energy of a point with yearly net metering, year by year, and the rates that its lines name. */
export function settleNetMetering(
  profile: LoadProfile,
  consumerInfo: WireConsumerInfo,
): { years: SettledYear[]; rates: Calculation['rates'] } {
  const { point } = buildMeteringPoint(consumerInfo)
  const context = buildFeeContext({ point, energyPrices: null })
  const years = calculateNetMetering(profile, context).map((settled) => ({
    ...settled,
    months: profile.months.filter(({ month }) => month.year === settled.year).length,
  }))
  const used = new Set(
    years.flatMap(({ networkEnergy }) => networkEnergy?.factors.flatMap(({ rateId }) => rateId ?? []) ?? []),
  )
  const { withoutQuarterHourMetering, oldSystem } = context.book
  const rates = [...withoutQuarterHourMetering, ...oldSystem].flatMap(
    ({ id, from, to, confidence, sources, note }) =>
      used.has(id) ? [[id, { from, to, confidence, sources, note }] as const] : [],
  )
  return { years, rates: Object.fromEntries(rates) }
}
