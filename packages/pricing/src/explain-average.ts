import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { layOutGrid } from './local-grid.ts'
import { priceSeries } from './price-series.ts'
import type { PricingWorld } from './pricing-world.ts'
import { prepareWorld } from './world-lookup.ts'

/** Why the own mean lies away from that of the prices: the hours that moved it most. */
export interface AverageReason {
  kind: 'usedCheapHours' | 'avoidedDearHours' | 'usedDearHours' | 'avoidedCheapHours'
  /** Local hours of the day, half-open; `toHour` may be 24. */
  fromHour: number
  toHour: number
  /** Shares of these hours: of the own energy, and of the time. */
  energyShare: number
  timeShare: number
}

export interface AverageExplanation {
  /** Of both means: that of the last list in force. */
  currency: CurrencyCode
  /** All-in price of a kilowatt-hour, weighted by own energy. */
  ownMean: number
  /** The same price, by time: what a constant load would pay. */
  timeMean: number
  /** Own against time, −8 is eight per cent less; null if the mean is not above zero. */
  differencePercent: number | null
  /** Null if both are the same to the last digit shown, 0.1 %. */
  reason: AverageReason | null
  energyKwh: number
  /** Quarter-hours with both a price and a reading; the others are left out. */
  known: number
  intervals: number
}

const hoursPerDay = 24
const leastDifferencePercent = 0.1

/**
 * Compares what was paid for a kilowatt-hour from one instant to another with the mean of the prices of the same time.
 * Null if nothing was used at a known price.
 */
export function explainAverage(
  world: PricingWorld,
  energies: QuarterHourSeries,
  fromMs: number,
  toMs: number,
): AverageExplanation | null {
  const { currency, importPrice, firstStartMs } = priceSeries(world, fromMs, toMs, energies)
  const { hours, known } = sumHours(prepareWorld(world).zone, importPrice, firstStartMs, energies)
  const sum = (part: keyof HourSum) => hours.reduce((total, hour) => total + hour[part], 0)
  const energyKwh = sum('kwh')
  if (energyKwh <= 0) return null
  const ownMean = sum('paid') / energyKwh
  const timeMean = sum('price') / known
  const differencePercent = timeMean > 0 ? (ownMean / timeMean - 1) * 100 : null
  const isSame = differencePercent !== null && Math.abs(differencePercent) < leastDifferencePercent
  const reason = isSame || ownMean === timeMean ? null : strongestReason(hours, timeMean, ownMean < timeMean)
  return {
    ...{ currency, ownMean, timeMean, differencePercent, reason },
    ...{ energyKwh, known, intervals: importPrice.length },
  }
}

/** What an hour of the day sums up to over all days. */
interface HourSum {
  kwh: number
  paid: number
  price: number
  quarters: number
}

function sumHours(zone: string, prices: Float64Array, firstStartMs: number, energies: QuarterHourSeries) {
  const { minute } = layOutGrid(firstStartMs, prices.length, zone)
  const shift = Math.round((firstStartMs - energies.firstStartMs) / quarterHourMs)
  const hours = Array.from(
    { length: hoursPerDay },
    (): HourSum => ({ kwh: 0, paid: 0, price: 0, quarters: 0 }),
  )
  let known = 0
  prices.forEach((price, i) => {
    const energy = energies.importMilliWh[i + shift]
    if (energy === undefined || !(energy >= 0) || Number.isNaN(price)) return
    const hour = hours[Math.floor(minute[i]! / 60)]!
    hour.kwh += energy / 1e6
    hour.paid += (energy / 1e6) * price
    hour.price += price
    hour.quarters += 1
    known += 1
  })
  return { hours, known }
}

/**
 * Each hour of the day moves the mean by (share of energy − share of time) × (its price − the mean). Neighbouring hours
 * that move it the same way for the same reason count together; the stretch that moves it most is the reason.
 */
function strongestReason(
  hours: readonly HourSum[],
  timeMean: number,
  isCheaper: boolean,
): AverageReason | null {
  const kwh = hours.reduce((sum, hour) => sum + hour.kwh, 0)
  const quarters = hours.reduce((sum, hour) => sum + hour.quarters, 0)
  let best: (AverageReason & { effect: number }) | null = null
  let open: (AverageReason & { effect: number }) | null = null
  hours.forEach((hour, at) => {
    const [energyShare, timeShare] = [hour.kwh / kwh, hour.quarters / quarters]
    const away = hour.quarters === 0 ? 0 : hour.price / hour.quarters - timeMean
    const effect = (energyShare - timeShare) * away
    if (effect === 0 || effect < 0 !== isCheaper) {
      open = null
      return
    }
    const kind = kindOf(energyShare > timeShare, away > 0)
    if (open?.kind === kind) {
      open.toHour = at + 1
      open.energyShare += energyShare
      open.timeShare += timeShare
      open.effect += Math.abs(effect)
    } else open = { kind, fromHour: at, toHour: at + 1, energyShare, timeShare, effect: Math.abs(effect) }
    if (best === null || open.effect > best.effect) best = open
  })
  return withoutEffect(best)
}

function withoutEffect(best: (AverageReason & { effect: number }) | null): AverageReason | null {
  if (best === null) return null
  const { kind, fromHour, toHour, energyShare, timeShare } = best
  return { kind, fromHour, toHour, energyShare, timeShare }
}

function kindOf(usedMore: boolean, isDear: boolean): AverageReason['kind'] {
  if (usedMore) return isDear ? 'usedDearHours' : 'usedCheapHours'
  return isDear ? 'avoidedDearHours' : 'avoidedCheapHours'
}
