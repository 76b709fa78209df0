import { dayAt } from '@ohmstead/domain/time/days'
import { formatDay, timeZone } from '@ohmstead/network-fee/calendar/local-time'

/**
 * The calendar day that a stamp of the register means. Midnight is written as UTC ('2025-01-01T00:00:00Z'), with the
 * local offset, or as the UTC instant of local midnight ('2024-12-31T23:00:00Z'): days are compared, never instants.
 */
export function dayOfStamp(stamp: string): string | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    stamp.trim(),
  )
  if (!match) return null
  const [, day = '', time = '00:00', offset] = match
  if (Number.isNaN(Date.parse(day))) return null
  if (time === '00:00' || offset === undefined) return day
  const instant = Date.parse(stamp)
  if (Number.isNaN(instant)) return null
  return dayAt(instant, timeZone)
}

/** Called for each day of years: Temporal's arithmetic takes ten times as long. */
export function addDays(day: string, days: number): string {
  const number = Date.parse(`${day}T00:00Z`) / 86_400_000
  // The 30th of February would be a day of March.
  if (Number.isNaN(number) || formatDay(number) !== day) throw new RangeError(`${day} is no day`)
  return formatDay(number + days)
}

/** The local day of an instant. */
export function localDay(ms: number): string {
  return dayAt(ms, timeZone)
}
