import { buildFeeContext } from '@ohmstead/network-fee/calculate-network-fee'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import { assessAgreedPower } from '@ohmstead/network-fee/optimum/assess-agreed-power'
import { compareAgreedPowers } from '@ohmstead/network-fee/optimum/compare-agreed-powers'
import { areLimitsInConflict, optimiseAgreedPower } from '@ohmstead/network-fee/optimum/optimise-agreed-power'
import { buildPeriodProfile } from '@ohmstead/network-fee/period-profile'
import { findMonthPowers } from '@ohmstead/network-fee/powers/month-powers'
import { findPowerLimits } from '@ohmstead/network-fee/powers/power-limits'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'

export interface PowerChoiceTask {
  kind: 'choose'
  series: QuarterHourSeries
  point: MeteringPoint
}

export type PowersChosen = ReturnType<typeof choosePowers>

/** In a list nobody reads the spread of the powers: fewer resamples tell well enough how often the choice saves. */
const resamples = 60

/** The cheapest agreed powers of one metering point, without the bill around them. */
export function choosePowers({ series, point }: PowerChoiceTask) {
  const context = buildFeeContext({ point, energyPrices: null })
  const profile = buildPeriodProfile(series, context.book)
  const { months } = profile
  const readings = {
    hasReadings: months.some(({ quality }) => quality.present > 0),
    missing: countMissing(series.importMilliWh),
    estimated: months.reduce((sum, { quality }) => sum + quality.estimated, 0),
  }
  const { minimumPowerKw, connectionPowerKw } = findPowerLimits(months.at(-1)?.month.firstDay ?? '', context)
  const nothing = { readings, connectionPowerKw, answer: null, comparison: null, savesIn: null }
  if (!readings.hasReadings) return { ...nothing, error: 'no_readings' as const }
  if (minimumPowerKw === null || connectionPowerKw === null)
    return { ...nothing, error: 'limits_unknown' as const }
  const limits = { minimumPowerKw, connectionPowerKw }
  if (areLimitsInConflict(limits)) return { ...nothing, error: 'limits_conflict' as const }
  const answer = optimiseAgreedPower(profile, context, limits)
  if (answer === null) return { ...nothing, error: 'no_tariff' as const }
  const comparison = compareAgreedPowers(profile, context, limits, {
    optimisedKw: answer.powersKw,
    customKw: null,
  })
  const inUse = findMonthPowers(months.at(-1)!, context)
  const compareWith = inUse && { powersKw: inUse.blocksKw, isExcessCharged: inUse.isExcessCharged }
  const question = { powersKw: answer.powersKw, compareWith, resamples }
  const assessment = assessAgreedPower(profile, context, limits, question)
  return {
    readings,
    connectionPowerKw,
    answer,
    comparison,
    savesIn: assessment?.bootstrap.savesIn ?? null,
    error: null,
  }
}

/** Before the first reading and after the last one nothing is missing: the days that still run are read later. */
function countMissing(energies: Float64Array): number {
  const isPresent = (energy: number) => !Number.isNaN(energy)
  const first = energies.findIndex(isPresent)
  if (first < 0) return 0
  return energies
    .subarray(first, energies.findLastIndex(isPresent))
    .reduce((count, energy) => count + Number(Number.isNaN(energy)), 0)
}
