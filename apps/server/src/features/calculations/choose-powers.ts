import { buildFeeContext } from '@ohmstead/network-fee/calculate-network-fee'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import { advisePoint } from '@ohmstead/network-fee/optimum/advise-point'
import { buildPeriodProfile } from '@ohmstead/network-fee/period-profile'
import { classifyConsumerSize } from '@ohmstead/network-fee/powers/consumer-size'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'

export interface PowerChoiceTask {
  kind: 'choose'
  series: QuarterHourSeries
  point: MeteringPoint
  /** The first of the month from which the advice applies. */
  adviceFrom: string
  levies: boolean
  vat: boolean
}

export type PowersChosen = ReturnType<typeof choosePowers>

/** A list does not show the range of a saving: fewer resampled years suffice to decide whether it is certain. */
const resamples = 200

/** The advice for one metering point, without the bill around it. */
export function choosePowers({ series, point, adviceFrom, levies, vat }: PowerChoiceTask) {
  const asked = buildFeeContext({ point, energyPrices: null, options: { levies, vat } })
  const profile = buildPeriodProfile(series, asked.book)
  const context = classifyConsumerSize(asked, profile)
  const { answer, comparison, assessment, advice, limits, data, unavailable } = advisePoint(
    profile,
    context,
    {
      adviceFrom,
      resamples,
    },
  )
  const { months } = profile
  const hasReadings = months.some(({ quality }) => quality.present > 0)
  return {
    readings: {
      missing: countMissing(series.importMilliWh),
      estimated: months.reduce((sum, { quality }) => sum + quality.estimated, 0),
    },
    connectionPowerKw: limits.connectionPowerKw,
    data,
    answer,
    comparison,
    advice,
    savingRangeEur: assessment?.bootstrap?.savingEur ?? null,
    savesIn: assessment?.bootstrap?.savesIn ?? null,
    error: hasReadings ? unavailable : ('noReadings' as const),
  }
}

/** Before the first reading and after the last one nothing is missing: the current days are read later. */
function countMissing(energies: Float64Array): number {
  const isPresent = (energy: number) => !Number.isNaN(energy)
  const first = energies.findIndex(isPresent)
  if (first < 0) return 0
  return energies
    .subarray(first, energies.findLastIndex(isPresent))
    .reduce((count, energy) => count + Number(Number.isNaN(energy)), 0)
}
