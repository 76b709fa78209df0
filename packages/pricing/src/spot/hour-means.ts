import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { MarketDay } from './market-day.ts'

const hour = 4

/**
 * The means of the hours 0 to 23 of days, one day after the other: of the quarter-hours that are known, null if none is. A
 * day of 23 hours lacks one, and of a day of 25 the hour that comes twice is one of eight quarter-hours.
 */
export function findHourMeans(
  price: Float64Array,
  firstStartMs: number,
  days: readonly MarketDay[],
  timeZone: string,
): (number | null)[] {
  return days.flatMap((day) => {
    const start = Math.round((day.startMs - firstStartMs) / quarterHourMs)
    const skipped = skippedHour(day, timeZone)
    return Array.from({ length: 24 }, (_, at) => {
      const shift = at > skipped ? day.quarterHours - 96 : 0
      if (at === skipped && day.quarterHours < 96) return null
      const width = at === skipped ? hour + day.quarterHours - 96 : hour
      const from = start + at * hour + shift
      return meanOf(price.subarray(Math.max(0, from), Math.max(0, from + width)))
    })
  })
}

/** The local hour that a day of 23 hours lacks, or one of 25 has twice; 24 if there is none. */
function skippedHour({ startMs, quarterHours }: MarketDay, timeZone: string): number {
  if (quarterHours === 96) return 24
  const start = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(timeZone)
  const hours = Array.from({ length: quarterHours / hour }, (_, at) => start.add({ hours: at }).hour)
  const found = hours.findIndex((one, at) => one !== at)
  return quarterHours < 96 ? found : found - 1
}

function meanOf(prices: Float64Array): number | null {
  let sum = 0
  let count = 0
  for (const price of prices) {
    if (Number.isNaN(price)) continue
    sum += price
    count++
  }
  return count === 0 ? null : sum / count
}
