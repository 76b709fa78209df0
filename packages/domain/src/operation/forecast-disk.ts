/** The size of a database at the end of a day, counted in days since 1970-01-01. */
export interface DaySize {
  day: number
  bytes: number
}

/** Fewer differences say nothing: one import is larger than a month of readings. */
const leastDays = 4
const mostDays = 30
const dayMs = 86_400_000

/**
 * How much a database grows, in bytes a day: the median of the slopes between all pairs of the last 30 known days, so
 * that an import or a clean-up of one day does not decide. Null with fewer than four days; negative while it shrinks.
 */
export function estimateGrowth(sizes: readonly DaySize[]): number | null {
  const last = sizes.toSorted((a, b) => a.day - b.day).slice(-mostDays)
  if (last.length < leastDays) return null
  const slopes = last.flatMap((later, index) =>
    last.slice(0, index).map((earlier) => (later.bytes - earlier.bytes) / (later.day - earlier.day)),
  )
  slopes.sort((a, b) => a - b)
  const middle = slopes.length >> 1
  return slopes.length % 2 === 1 ? slopes[middle]! : (slopes[middle - 1]! + slopes[middle]!) / 2
}

/** A forecast further ahead is no forecast. */
const furthestDays = 3650

/** When nothing is free any more (epoch ms), if it goes on like this; null if it does not grow, or not within ten years. */
export function forecastFull(now: number, freeBytes: number, growthPerDay: number): number | null {
  if (growthPerDay <= 0) return null
  const days = Math.max(0, freeBytes) / growthPerDay
  return days > furthestDays ? null : now + days * dayMs
}
