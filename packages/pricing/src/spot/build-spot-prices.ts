import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { SpotPrices } from '../pricing-world.ts'
import { missingSpotPrice, type SpotDay } from './spot-day.ts'

/**
 * The prices of a zone from one instant to another on a grid of quarter-hours, from its current days. All have one
 * currency, that of the newest day: a day in another is unknown, since nothing is converted without a dated rate.
 */
export function buildSpotPrices(
  days: readonly Pick<SpotDay, 'source' | 'currency' | 'startMs' | 'unitSeconds' | 'prices'>[],
  fromMs: number,
  toMs: number,
): SpotPrices {
  const firstStartMs = Math.floor(fromMs / quarterHourMs) * quarterHourMs
  const count = Math.max(0, Math.ceil((toMs - firstStartMs) / quarterHourMs))
  const newest = days.reduce<(typeof days)[number] | null>(
    (last, day) => (last === null || day.startMs > last.startMs ? day : last),
    null,
  )
  const currency: CurrencyCode = newest?.currency ?? 'EUR'
  const price = new Float64Array(count).fill(Number.NaN)
  const sourceOf = new Uint8Array(count)
  const used = days.filter((day) => day.currency === currency)
  const sources = [...new Set(used.map(({ source }) => source))].sort()
  for (const { startMs, unitSeconds, prices, source } of used) {
    const first = (startMs - firstStartMs) / quarterHourMs
    const width = unitSeconds / 900
    const number = sources.indexOf(source)
    for (let unit = 0; unit < prices.length; unit++) {
      const value = prices[unit]!
      if (value === missingSpotPrice) continue
      const start = first + unit * width
      // Beyond the ends `fill` would count from the other one.
      if (start + width <= 0 || start >= count) continue
      price.fill(value, Math.max(0, start), start + width)
      sourceOf.fill(number, Math.max(0, start), start + width)
    }
  }
  return { currency, firstStartMs, price, sourceOf, sources }
}
