import type { NetworkFeeQuestion } from '@ohmstead/network-fee/calculate-network-fee'
import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { buildMeteringPoint, type WireConsumerInfo } from '@ohmstead/network-fee/wire/build-metering-point'
import { buildSeries, type WireReadings } from '@ohmstead/network-fee/wire/build-series'

/** The server's answer, computed in the page from the answers for readings and point. */
function calculateInBrowser(
  readings: WireReadings & { problems: unknown[] },
  info: WireConsumerInfo,
  question: Pick<NetworkFeeQuestion, 'energyPrices' | 'customPowersKw' | 'options' | 'adviceFrom'>,
): string {
  const { point } = buildMeteringPoint(info)
  return JSON.stringify(
    calculatePeriod({ ...question, readings: buildSeries(readings), point }, readings.problems),
  )
}

Object.assign(globalThis, { calculateInBrowser })
