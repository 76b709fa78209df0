import {
  addExact,
  compareExact,
  type Exact,
  multiplyExact,
  parseExact,
  subtractExact,
} from '@ohmstead/domain/money/exact'
import type { SpotMarketPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { type SpotPrices, spotScale } from '../pricing-world.ts'

/** How the market price of a quarter-hour becomes the supplier's: by the rule, by the hour's cap, or by the floor. */
export const spotRule = { missing: 0, plain: 1, capped: 2, floored: 3 } as const
export type SpotRule = (typeof spotRule)[keyof typeof spotRule]

/** A spot price of a list, ready to be applied. Amounts are in the list's currency. */
export interface SpotPricing {
  prices: SpotPrices | null
  /** Of one unit of the market's currency: exchange rate × factor. */
  factor: Exact
  exchangeRate: Exact
  markup: Exact
  floor: Exact | null
  /** What every quarter-hour costs whose hour is above the cap. */
  cappedPrice: Exact | null
  hourlyCap: Exact | null
  monthlyCap: Exact | null
  /** What a kilowatt-hour costs if the month's mean is above the cap. */
  monthlyCappedPrice: Exact | null
  /** The sum of the known prices of an hour above which the cap holds, by how many are known. */
  capAbove: number[]
  floorBelow: number
}

const quartersPerHour = 4
const hourMs = 3_600_000

/** `exchangeRate` is what a unit of the market's currency is worth in the list's. */
export function prepareSpot(
  price: SpotMarketPrice,
  prices: SpotPrices | null,
  exchangeRate: Exact,
): SpotPricing {
  const listFactor = parseExact(price.factor)
  const factor = multiplyExact(listFactor, exchangeRate)
  const markup = parseExact(price.markup)
  const floor = price.floor === null ? null : parseExact(price.floor)
  const hourlyCap = price.hourlyCap === null ? null : parseExact(price.hourlyCap)
  const monthlyCap = price.monthlyCap === null ? null : parseExact(price.monthlyCap)
  const priced = (market: Exact) => atLeast(addExact(multiplyExact(market, listFactor), markup), floor)
  return {
    prices,
    factor,
    exchangeRate,
    markup,
    floor,
    hourlyCap,
    monthlyCap,
    cappedPrice: hourlyCap && priced(hourlyCap),
    monthlyCappedPrice: monthlyCap && priced(monthlyCap),
    capAbove: hourlyCap === null ? [] : capSums(hourlyCap, exchangeRate),
    floorBelow: floor === null ? Number.NEGATIVE_INFINITY : floorLimit(floor, markup, factor),
  }
}

/** The rule for the quarter-hour at a place of the market's own grid. */
export function spotRuleAt(spot: SpotPricing, place: number): SpotRule {
  const price = spot.prices?.price[place]
  if (price === undefined || !Number.isInteger(price)) return spotRule.missing
  if (spot.hourlyCap !== null && isHourAboveCap(spot, place)) return spotRule.capped
  return price < spot.floorBelow ? spotRule.floored : spotRule.plain
}

/** The price of a quarter-hour in the list's currency; null if the market's is unknown. */
export function spotPriceOf(spot: SpotPricing, startMs: number): Exact | null {
  const { prices } = spot
  const place = placeOf(prices, startMs)
  switch (spotRuleAt(spot, place)) {
    case spotRule.missing:
      return null
    case spotRule.capped:
      return spot.cappedPrice
    case spotRule.floored:
      return spot.floor
    case spotRule.plain: {
      const market = { digits: BigInt(prices!.price[place]!), scale: spotScale }
      return addExact(multiplyExact(market, spot.factor), spot.markup)
    }
  }
}

/** Where an instant lies on the market's grid; outside of it where nothing is known. */
export function placeOf(prices: SpotPrices | null, startMs: number): number {
  return prices === null ? -1 : Math.floor((startMs - prices.firstStartMs) / quarterHourMs)
}

/** An hour is one of the market, whose hours begin with those of the world clock; its mean is of the known prices. */
function isHourAboveCap({ prices, capAbove }: SpotPricing, place: number): boolean {
  const { price, firstStartMs } = prices!
  const quarter = Math.floor(((firstStartMs + place * quarterHourMs) % hourMs) / quarterHourMs)
  let sum = 0
  let known = 0
  for (let i = place - quarter; i < place - quarter + quartersPerHour; i++) {
    const one = price[i]
    if (one === undefined || !Number.isInteger(one)) continue
    sum += one
    known += 1
  }
  return sum > capAbove[known]!
}

/** For 0 to 4 known prices the largest sum, in the market's digits, whose mean is not above the cap. */
function capSums(cap: Exact, exchangeRate: Exact): number[] {
  return [0, 1, 2, 3, 4].map((count) =>
    Number(floorDivide({ digits: cap.digits * BigInt(count), scale: cap.scale }, exchangeRate)),
  )
}

/** The market's digits below which the floor holds. */
function floorLimit(floor: Exact, markup: Exact, factor: Exact): number {
  const needed = subtractExact(floor, markup)
  if (factor.digits === 0n) return needed.digits > 0n ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  return -Number(floorDivide({ digits: -needed.digits, scale: needed.scale }, factor))
}

/** The quotient in the market's digits, rounded down. */
function floorDivide(value: Exact, divisor: Exact): bigint {
  const digits = value.digits * 10n ** BigInt(spotScale + divisor.scale)
  const unit = divisor.digits * 10n ** BigInt(value.scale)
  const quotient = digits / unit
  return quotient * unit > digits ? quotient - 1n : quotient
}

/** A price per kWh that a floor holds up; unchanged without one. */
export function atLeast(value: Exact, floor: Exact | null): Exact {
  return floor !== null && compareExact(value, floor) < 0 ? floor : value
}
