import { localMidnightMs, timeZone } from './local-time.ts'

const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The key of a calendar month in results, like `mar-2024`. */
export function formatMonthKey(year: number, month: number): string {
  return `${names[month - 1]}-${year}`
}

/** Year and month (1 to 12) of a key like `mar-2024`; null for any other text. */
export function parseMonthKey(key: string): { year: number; month: number } | null {
  const parts = /^([a-z]{3})-(\d{4})$/.exec(key)
  const place = names.indexOf(parts?.[1] ?? '')
  return parts && place >= 0 ? { year: Number(parts[2]), month: place + 1 } : null
}

/** The first local midnight of a month with its offset, like `2024-07-01T00:00:00+02:00`; null for a bad key. */
export function formatMonthStart(key: string): string | null {
  const month = parseMonthKey(key)
  if (month === null) return null
  const start = Temporal.Instant.fromEpochMilliseconds(localMidnightMs(firstDayOf(month.year, month.month)))
  return start.toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never' })
}

/** 'YYYY-MM-01'. */
export function firstDayOf(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01`
}

/** The next month, as its first day. */
export function firstDayAfter(year: number, month: number): string {
  return month === 12 ? firstDayOf(year + 1, 1) : firstDayOf(year, month + 1)
}

/** The first of the month after a day: a change of agreed power requested on the day takes effect then. */
export function firstOfNextMonth(day: string): string {
  return firstDayAfter(Number(day.slice(0, 4)), Number(day.slice(5, 7)))
}

/** The first day of a calendar month (1 to 12) within the twelve months from `fromDay`, which is the first of a month. */
export function sameMonthFrom(fromDay: string, month: number): string {
  const year = Number(fromDay.slice(0, 4))
  const day = firstDayOf(year, month)
  return day < fromDay ? firstDayOf(year + 1, month) : day
}
