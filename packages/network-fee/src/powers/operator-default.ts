import { roundDecimals } from '../exact-amount.ts'
import type { LoadProfile, MonthLoad } from '../load-profile.ts'
import { publishedRates } from '../rates/published-rates.ts'
import { findRate, type RateBook } from '../rates/rate-book.ts'
import type { BlockPowers } from './agreed-power.ts'

export interface OperatorDefaultLimits {
  minimumPowerKw: number
  connectionPowerKw: number
}

/**
 * The agreed power that the operator would set from the readings, for a calendar year that begins on `day`: up to 43 kW
 * per block the mean of the three highest quarter-hours of the last high season, above 43 kW the highest of the last 12
 * months; then not below the minimum, not below the previous block, not above the connection power, in steps of 0.1 kW.
 * Null if those months were not read or have too few valid readings (the user then counts as new).
 */
export function calculateOperatorDefault(
  profile: LoadProfile,
  day: string,
  limits: OperatorDefaultLimits,
  book: RateBook = publishedRates,
): BlockPowers | null {
  const rule = findRate(book.operatorDefault, day)
  if (rule === null) return null
  const isSmall = limits.connectionPowerKw <= rule.smallUpToKw
  const before = profile.months.filter(({ month }) => month.firstDay < day)
  const months = isSmall ? lastHighSeason(before) : before.slice(-12)
  if (months.length < (isSmall ? 4 : 12)) return null
  if (validShareOfBlockOne(months) < rule.minimumValidShare) return null
  const powers: number[] = []
  let last = limits.minimumPowerKw
  for (let place = 0; place < 5; place++) {
    const peaks = highestPowers(months, place, isSmall ? rule.smallPeaks : 1)
    const mean = peaks.reduce((sum, kw) => sum + kw, 0) / Math.max(peaks.length, 1)
    last = Math.min(Math.max(roundDecimals(mean, 1), last), limits.connectionPowerKw)
    powers.push(last)
  }
  return powers as BlockPowers
}

/** November to February of the last complete winter. */
function lastHighSeason(months: MonthLoad[]): MonthLoad[] {
  const end = months.findLastIndex(({ month }) => month.month === 2)
  const season = months.slice(Math.max(end - 3, 0), end + 1)
  return season.every(({ month }) => month.isHighSeason) ? season : []
}

function validShareOfBlockOne(months: MonthLoad[]): number {
  let valid = 0
  let all = 0
  for (const { blocks } of months) {
    valid += blocks[0]!.present - blocks[0]!.estimated
    all += blocks[0]!.present + blocks[0]!.missing
  }
  return all === 0 ? 0 : valid / all
}

function highestPowers(months: MonthLoad[], place: number, count: number): number[] {
  const tops = months.flatMap(({ blocks }) => [...blocks[place]!.measuredKw.subarray(0, count)])
  return tops.sort((a, b) => b - a).slice(0, count)
}
