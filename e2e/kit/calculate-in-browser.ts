import type { NetworkFeeQuestion } from '@ohmstead/network-fee/calculate-network-fee'
import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { buildMeteringPoint, type WireConsumerInfo } from '@ohmstead/network-fee/wire/build-metering-point'
import { buildSeries, type WireReadings } from '@ohmstead/network-fee/wire/build-series'
import { type BillPeriod, bill } from '@ohmstead/pricing/bill'
import { decodeWorld, type WireWorld } from '@ohmstead/pricing/wire/pricing-world-wire'

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

/** The server's bill of a location, made in the page of the world and the energies that it is sent. */
const billInBrowser = (world: WireWorld, energies: WireReadings, period: BillPeriod): string =>
  JSON.stringify(bill(decodeWorld(world), buildSeries(energies), period))

Object.assign(globalThis, { calculateInBrowser, billInBrowser })
