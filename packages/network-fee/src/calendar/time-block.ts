import { publishedRates } from '../rates/published-rates.ts'
import { findRate, type RateBook, type RateEntry } from '../rates/rate-book.ts'
import { findOffsets, formatDay } from './local-time.ts'
import { isWorkFreeDay } from './work-free-day.ts'

/** Blocks 1 (the most expensive) to 5. */
export type TimeBlock = 1 | 2 | 3 | 4 | 5

const hourMs = 3_600_000
const hoursPerDay = 24

/** The calendar of one local day: the block of each hour, and the high-tariff hours of the old system. */
export interface DayCalendar {
  blockOfHour: number[]
  isWorkFree: boolean
}

/** The calendar in force on 'YYYY-MM-DD'; days before the first one use the first, as the operator labels them. */
export function findCalendar(day: string, book: RateBook = publishedRates): RateEntry<'calendar'> {
  const calendar = findRate(book.calendar, day) ?? book.calendar[0]
  if (!calendar) throw new RangeError('the rate book has no calendar')
  return calendar
}

/**
 * The blocks of a local day, given in days since 1970-01-01; `rulesDay` selects the calendar in force on another day of
 * same calendar month.
 */
export function calendarOfDay(
  days: number,
  book: RateBook = publishedRates,
  rulesDay: string | null = null,
): DayCalendar {
  const day = formatDay(days)
  const { hours, highSeasonMonths } = findCalendar(rulesDay ?? day, book)
  const isHighSeason = highSeasonMonths.includes(Number(day.slice(5, 7)))
  const isWorkFree = isWorkFreeDay(days, book)
  const workday = isHighSeason ? hours.highSeasonWorkday : hours.lowSeasonWorkday
  const dayOff = isHighSeason ? hours.highSeasonDayOff : hours.lowSeasonDayOff
  return { blockOfHour: isWorkFree ? dayOff : workday, isWorkFree }
}

/** The time block of the interval that begins at an instant (epoch milliseconds). */
export function timeBlockAt(startMs: number, book: RateBook = publishedRates): TimeBlock {
  const localMs = startMs + findOffsets(startMs, startMs)[0]!.offsetMs
  const days = Math.floor(localMs / (hoursPerDay * hourMs))
  const hour = Math.floor(localMs / hourMs) - days * hoursPerDay
  return calendarOfDay(days, book).blockOfHour[hour] as TimeBlock
}

/** High tariff (VT) is 6 to 22 on working days, in the old system and in supply contracts. */
export function isHighTariffHour(hour: number, isWorkFree: boolean): boolean {
  return !isWorkFree && hour >= 6 && hour < 22
}

/** Whether 'YYYY-MM-01' begins a month of the high season. */
export function isHighSeasonMonth(firstDay: string, book: RateBook = publishedRates): boolean {
  return findCalendar(firstDay, book).highSeasonMonths.includes(Number(firstDay.slice(5, 7)))
}

/** The blocks that occur and are charged in a month: 1 to 4 in the high season, 2 to 5 in the low one. */
export function chargedBlocks(isHighSeason: boolean): TimeBlock[] {
  return isHighSeason ? [1, 2, 3, 4] : [2, 3, 4, 5]
}

/** The block of low-load hours on a work-free day, which gets whatever the meter register counts beyond the blocks. */
export function lowLoadBlock(isHighSeason: boolean): TimeBlock {
  return isHighSeason ? 4 : 5
}
