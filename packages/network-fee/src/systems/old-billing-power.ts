import type { LoadProfile } from '../load-profile.ts'
import { connectionPowerOf, type MeteringPoint } from '../metering-point.ts'
import { milliWhPerKw } from '../quarter-hour-series.ts'
import { findFuse } from '../rates/fuse-table.ts'
import { findRate, type RateBook, type RateEntry } from '../rates/rate-book.ts'
import { isBilledByFuse, type OldSystemGroup } from './old-system-group.ts'

/**
 * Billing power of the groups without power metering, kW: the operator's own number, else the fuse table, else (not for
 * households) the connection power. Null where none is known.
 */
export function findFixedBillingPower(point: MeteringPoint, book: RateBook): number | null {
  if (point.oldBillingPowerKw !== null) return point.oldBillingPowerKw
  const fuse = findFuse(point.phases, point.fuseAmpere, book)
  if (point.isHousehold) return fuse?.householdBillingKw ?? null
  return fuse?.otherBillingKw ?? connectionPowerOf(point)
}

/**
 * Measured billing power of each month, kW, in the order of the profile: the larger of the mean of the three highest
 * quarter-hours in the hours that count and a quarter of the same mean outside them, rounded to whole kW. On low voltage
 * the hours of the high tariff count, above it the two peak-load hours of the month. Null without readings or hours.
 */
export function measureBillingPowers(
  profile: LoadProfile,
  group: OldSystemGroup,
  book: RateBook,
): { kw: number | null; hours: RateEntry<'peakLoadHours'> | null }[] {
  if (isBilledByFuse(group)) throw new RangeError(`group ${group} is not billed by measured power`)
  const isLowVoltage = group.startsWith('nn')
  const hours = profile.months.map(({ month }) =>
    isLowVoltage ? null : peakLoadHoursOf(month.firstDay, book),
  )
  const inside = profile.months.map(() => [0, 0, 0])
  const outside = profile.months.map(() => [0, 0, 0])
  const { importMilliWh } = profile.series
  const { monthOf, isHighTariff, hour } = profile.calendar
  for (let i = 0; i < importMilliWh.length; i++) {
    const place = monthOf[i]!
    const range = hours[place]?.fromToByMonth[profile.months[place]!.month.month - 1]
    const counts = range ? hour[i]! >= range[0]! && hour[i]! < range[1]! : isHighTariff[i] === 1
    keepHighest((counts ? inside : outside)[place]!, importMilliWh[i]!)
  }
  return profile.months.map(({ quality }, place) => {
    const isUnknown = quality.present === 0 || (!isLowVoltage && hours[place] === null)
    const milliWh = Math.max(mean(inside[place]!), mean(outside[place]!) / 4)
    return { kw: isUnknown ? null : Math.floor(milliWh / milliWhPerKw + 0.5), hours: hours[place]! }
  })
}

/** Lists exist for 2023 and 2024; other years are compared using the nearest list. */
function peakLoadHoursOf(day: string, book: RateBook): RateEntry<'peakLoadHours'> | null {
  const first = book.peakLoadHours[0]
  if (!first) return null
  return findRate(book.peakLoadHours, day) ?? (day < first.from ? first : book.peakLoadHours.at(-1)!)
}

/** Keeps the three highest, the highest first; a missing reading (NaN) is never higher. */
function keepHighest(top: number[], value: number): void {
  if (!(value > top[2]!)) return
  if (value > top[1]!) {
    top[2] = top[1]!
    if (value > top[0]!) {
      top[1] = top[0]!
      top[0] = value
    } else top[1] = value
  } else top[2] = value
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
