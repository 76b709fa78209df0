import { findRate, type RateBook } from '../rates/rate-book.ts'
import { dayNumber, formatDay, weekday } from './local-time.ts'

/**
 * Whether a local day (days since 1970-01-01) counts as work-free: Saturday, Sunday or a public holiday. A day after the
 * last dated list of holidays is an error, since a silent workday would put its energy into a more expensive block.
 */
export function isWorkFreeDay(days: number, book: RateBook): boolean {
  return weekday(days) >= 6 || isPublicHoliday(days, book)
}

/** Whether a local day (days since 1970-01-01) is on the list of public holidays, whatever its weekday. */
export function isPublicHoliday(days: number, book: RateBook): boolean {
  const day = formatDay(days)
  const list = findRate(book.workFreeDays, day) ?? book.workFreeDays[0]
  if (!list) throw new RangeError('the rate book lists no work-free days')
  if (list.fixed.includes(day.slice(5)) || list.oneOff.includes(day)) return true
  return list.easterMonday && days === easterMonday(Number(day.slice(0, 4)))
}

/** Easter Monday of the Gregorian calendar (Meeus, Butcher), in days since 1970-01-01. */
export function easterMonday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const rest = h + l - 7 * m + 114
  return dayNumber(year, Math.floor(rest / 31), (rest % 31) + 1) + 1
}
