import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { listMarketDays } from './market-day.ts'
import { missingSpotPrice, type SpotDay, type SpotUnit } from './spot-day.ts'

/** What a source says of one market time unit. */
export interface SpotPoint {
  startMs: number
  unitSeconds: SpotUnit
  /** In 10^-5 of the currency per MWh; null if the source has none. */
  price: number | null
}

export interface SpotAnswer {
  points: readonly SpotPoint[]
  source: string
  currency: CurrencyCode
  licence: string | null
}

/**
 * Lays the prices of an answer out by delivery day; a day without any is left out. The unit may change within the answer,
 * and even within a day, which then has the finer one. Of two prices for one time the finer counts, else the later.
 * Points beside the grid of quarter-hours are ignored.
 */
export function layOutSpotDays(
  { points, source, currency, licence }: SpotAnswer,
  { fromDay, toDay, timeZone }: { fromDay: string; toDay: string; timeZone: string },
): SpotDay[] {
  const days = listMarketDays(fromDay, toDay, timeZone)
  const firstMs = days[0]?.startMs ?? 0
  const count = days.reduce((sum, { quarterHours }) => sum + quarterHours, 0)
  const quarters = new Int32Array(count).fill(missingSpotPrice)
  const units = new Uint16Array(count)
  // Hours first, so that their quarters replace them.
  for (const { startMs, unitSeconds, price } of [...points].sort((a, b) => b.unitSeconds - a.unitSeconds)) {
    const at = (startMs - firstMs) / quarterHourMs
    if (price === null || !Number.isInteger(at) || at < 0 || at >= count) continue
    const end = at + unitSeconds / 900
    quarters.fill(price, at, end)
    units.fill(startMs % (unitSeconds * 1000) === 0 ? unitSeconds : 900, at, end)
  }
  return days.flatMap(({ day, startMs, quarterHours }) => {
    const first = (startMs - firstMs) / quarterHourMs
    const own = quarters.subarray(first, first + quarterHours)
    const missing = own.filter((price) => price === missingSpotPrice).length
    if (missing === quarterHours) return []
    const unitSeconds = unitOf(units.subarray(first, first + quarterHours))
    const prices = own.filter((_, at) => at % (unitSeconds / 900) === 0)
    return [{ day, source, currency, startMs, unitSeconds, licence, prices, missing }]
  })
}

/** The unit that all quarter-hours with a price come from, or the quarter-hour if they differ. */
function unitOf(units: Uint16Array): SpotUnit {
  const found = new Set(units.filter((unit) => unit > 0))
  return found.size === 1 ? ([...found][0] as SpotUnit) : 900
}
