import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'

/** Seconds of a market time unit. */
export const spotUnits = [900, 1800, 3600] as const
export type SpotUnit = (typeof spotUnits)[number]

/** In the place of a price that is unknown. */
export const missingSpotPrice = -(2 ** 31)
const largest = 2 ** 31 - 1

/** The prices of a delivery day as one source reported them, in 10^-5 of the currency per MWh. */
export interface SpotDay {
  day: string
  source: string
  currency: CurrencyCode
  startMs: number
  unitSeconds: SpotUnit
  /** One for each market time unit; `missingSpotPrice` if unknown. */
  prices: Int32Array
  /** Quarter-hours without a price. */
  missing: number
  /** The terms under which the source gives them, in its words. */
  licence: string | null
}

/** A price as stored; null if it is no number or larger than any market allows. */
export function toSpotPrice(perMwh: number): number | null {
  const price = Math.round(perMwh * 1e5)
  return Number.isFinite(price) && Math.abs(price) <= largest ? price + 0 : null
}

/** Four bytes each, the lowest first, as the database keeps them. */
export function packSpotPrices(prices: Int32Array): Uint8Array {
  const bytes = new Uint8Array(prices.length * 4)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < prices.length; at++) view.setInt32(at * 4, prices[at]!, true)
  return bytes
}

/** The prices that `packSpotPrices` wrote; bytes beyond the last whole price are ignored. */
export function unpackSpotPrices(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Int32Array.from({ length: bytes.byteLength / 4 }, (_, at) => view.getInt32(at * 4, true))
}

/** Whether two answers say the same; when they were given does not matter. */
export function isSameSpotDay(a: SpotDay, b: SpotDay): boolean {
  return (
    a.currency === b.currency &&
    a.unitSeconds === b.unitSeconds &&
    a.prices.length === b.prices.length &&
    a.prices.every((price, at) => price === b.prices[at])
  )
}

/**
 * Whether an answer for a day is to be used in place of another: the more complete one, of equals that of the source named
 * earlier in `order`, and of one source the newer one.
 */
export function isBetterSpotDay(
  one: Pick<SpotDay, 'missing' | 'source'> & { version: number },
  other: Pick<SpotDay, 'missing' | 'source'> & { version: number },
  order: readonly string[],
): boolean {
  if (one.missing !== other.missing) return one.missing < other.missing
  if (one.source !== other.source) return rank(one.source, order) < rank(other.source, order)
  return one.version > other.version
}

/** A source that is no longer in use comes after the others. */
function rank(source: string, order: readonly string[]): number {
  const at = order.indexOf(source)
  return at < 0 ? order.length : at
}
