import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { controlWithForecast } from '@ohmstead/optimizer/control-with-forecast'
import type { OfferCandidate, OfferQuestion } from '@ohmstead/pricing/compare-offers/offer-comparison'
import { priceSeries } from '@ohmstead/pricing/price-series'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import { worldUnder } from '@ohmstead/pricing/world-under'

/** A battery that is run anew for each list. */
export interface BatteryToRun {
  capacityKwh: number
  chargeKw: number
  dischargeKw: number
  /** From the grid into the store and back, (0, 1]. */
  roundTrip: number
  /** What the place would have taken (above zero) or fed in without it, mWh; NaN where unknown. Import less feed-in if absent. */
  netMilliWh: Float64Array | null
}

const milliWhPerKwh = 1e6

/**
 * The readings with the battery run by a controller that knows prices a day ahead and no load: what can be had, not what
 * could be had with foresight. Where nothing was read it rests.
 */
export function runBatteryFor(
  { world, energies }: Pick<OfferQuestion, 'world' | 'energies'>,
  { capacityKwh, chargeKw, dischargeKw, roundTrip, netMilliWh }: BatteryToRun,
): (candidate: OfferCandidate, at?: PricingWorld) => QuarterHourSeries {
  const { firstStartMs, importMilliWh, exportMilliWh } = energies
  const fed = (i: number) => exportMilliWh?.[i] ?? 0
  const net = netMilliWh ?? importMilliWh.map((taken, i) => taken - fed(i))
  const isKnown = net.map((energy) => Number(!Number.isNaN(energy)))
  const efficiency = Math.sqrt(roundTrip)
  const battery = {
    ...{ capacityKwh, chargeKw, dischargeKw, lossPerHour: 0, wearEurPerKwh: 0 },
    ...{ chargeEfficiency: efficiency, dischargeEfficiency: efficiency },
  }
  return ({ terms, countryCode }, at = world) => {
    const toMs = firstStartMs + net.length * quarterHourMs
    const priced = priceSeries(worldUnder(at, terms, countryCode), firstStartMs, toMs, energies)
    const highest = priced.importPrice.reduce((most, price) => (price > most ? price : most), 0)
    const priceOf = (row: Float64Array, otherwise: number) =>
      row.map((price, i) => (isKnown[i] === 0 || Number.isNaN(price) ? otherwise : price))
    const run = controlWithForecast({
      stepHours: quarterHourMs / 3_600_000,
      netLoadKwh: net.map((energy, i) => (isKnown[i] === 1 ? energy / milliWhPerKwh : 0)),
      importEurPerKwh: priceOf(priced.importPrice, highest),
      exportEurPerKwh: priceOf(priced.exportPrice, 0),
      ...{ battery, initialKwh: 0, finalValueEurPerKwh: 0, minimumFinalKwh: 0 },
    })
    // Both directions within a quarter-hour stay, unless the battery was taken out of them.
    const both = (i: number) => (netMilliWh ? 0 : Math.min(importMilliWh[i]!, fed(i)))
    const exchange = (kwh: Float64Array) =>
      kwh.map((energy, i) => (isKnown[i] === 1 ? Math.round(energy * milliWhPerKwh) + both(i) : Number.NaN))
    return { ...energies, importMilliWh: exchange(run.importKwh), exportMilliWh: exchange(run.exportKwh) }
  }
}
