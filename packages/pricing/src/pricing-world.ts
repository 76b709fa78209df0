import type { Exact } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { NetworkTariff, PriceList, RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { TimePlan } from '@ohmstead/domain/pricing/time-plan'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import type { RateBook } from '@ohmstead/network-fee/rates/rate-book'

/** Everything the money of one location follows from, besides its energy. Data only: the same in browser and server. */
export interface PricingWorld {
  timeZone: string
  countryCode: string
  /** The entries of its utility rate plan, in order; days without one have no price. */
  entries: readonly RatePlanEntry[]
  priceLists: Readonly<Record<number, PriceList>>
  timePlans: Readonly<Record<number, TimePlan>>
  networkTariffs: Readonly<Record<number, NetworkTariff>>
  /** By code of the bidding zone. */
  spot: Readonly<Record<string, SpotPrices>>
  /** Public holidays, 'YYYY-MM-DD', by country, of every year that is asked about. */
  holidays: Readonly<Record<string, readonly string[]>>
  /** For published network rates; null if the location has no metering point and none was described. */
  point: MeteringPoint | null
  /** Published rates if absent. */
  rates?: RateBook
  exchangeRates: readonly ExchangeRate[]
}

/** What one unit of `from` was worth in `to`, from a day on. */
export interface ExchangeRate {
  from: CurrencyCode
  to: CurrencyCode
  day: string
  rate: string
  source: string
}

/**
 * Day-ahead prices of a zone on a grid of quarter-hours; an hour of older days fills four. `price` is in hundred-millionths
 * of the currency per kWh (10^-5 per MWh), NaN where no price is known.
 */
export interface SpotPrices {
  currency: CurrencyCode
  firstStartMs: number
  price: Float64Array
  /** Where the prices of a quarter-hour come from, as an index of `sources`. */
  sourceOf: Uint8Array
  sources: readonly string[]
}

/** Decimals of `SpotPrices.price` per kWh. */
export const spotScale = 8

/** The spot price of a quarter-hour per kWh; null if unknown. */
export function spotPriceAt(prices: SpotPrices, startMs: number): Exact | null {
  const price = prices.price[Math.floor((startMs - prices.firstStartMs) / 900_000)]
  return price === undefined || Number.isNaN(price) ? null : { digits: BigInt(price), scale: spotScale }
}
