import type { RateBook } from '../rates/rate-book.ts'
import { findOffsets, formatDay, localMidnightMs, quarterHourMs } from './local-time.ts'
import { firstDayAfter, firstDayOf, formatMonthKey, sameMonthFrom } from './month-key.ts'
import { calendarOfDay, isHighSeasonMonth, isHighTariffHour } from './time-block.ts'

/** A local calendar month that a row of quarter-hours touches. */
export interface CalendarMonth {
  /** Like `mar-2024`. */
  key: string
  year: number
  month: number
  firstDay: string
  /** The first of the coming month whose seasons, blocks and rates are used instead of its own; null for its own. */
  rulesDay: string | null
  isHighSeason: boolean
  /** Quarter-hours of the whole month; a month with a clock change has 4 fewer or more. */
  wholeMonthIntervals: number
  /** Quarter-hours of the month that the row covers, with or without a reading. */
  intervals: number
}

/** Each quarter-hour of a row in the local calendar: one or two bytes per interval, in the order of the row. */
export interface IntervalCalendar {
  firstStartMs: number
  months: CalendarMonth[]
  /** Index in `months`. */
  monthOf: Uint16Array
  /** 1 to 5. */
  block: Uint8Array
  /** 1 in the high tariff (VT). */
  isHighTariff: Uint8Array
  /** Local hour of the start, 0 to 23. */
  hour: Uint8Array
  /** Local days, counted from the first of the row. */
  day: Uint16Array
  days: number
}

const quartersPerDay = 96

/**
 * Maps `count` quarter-hours from `firstStartMs` (epoch milliseconds of an interval's start) to the local calendar.
 * With `rulesFrom`, the first of a month, each day keeps its own weekday and takes the seasons and block hours in force
 * in the same calendar month of the twelve months from there. Throws a RangeError if the start is not a quarter-hour.
 * Equal questions in a row get the same object, which nobody may change.
 */
export function classifyIntervals(
  firstStartMs: number,
  count: number,
  book: RateBook,
  rulesFrom: string | null = null,
): IntervalCalendar {
  if (firstStartMs % quarterHourMs !== 0) throw new RangeError('a row starts on a quarter-hour')
  if (
    last?.firstStartMs === firstStartMs &&
    last.count === count &&
    last.book === book &&
    last.rulesFrom === rulesFrom
  )
    return last.calendar
  const calendar = layOutCalendar(firstStartMs, count, book, rulesFrom)
  last = { firstStartMs, count, book, rulesFrom, calendar }
  return calendar
}

/** Kept because rows of many places are often of the same time: a month of all locations of a company. */
let last: {
  firstStartMs: number
  count: number
  book: RateBook
  rulesFrom: string | null
  calendar: IntervalCalendar
} | null = null

function layOutCalendar(
  firstStartMs: number,
  count: number,
  book: RateBook,
  rulesFrom: string | null,
): IntervalCalendar {
  const calendar: IntervalCalendar = {
    firstStartMs,
    months: [],
    monthOf: new Uint16Array(count),
    block: new Uint8Array(count),
    isHighTariff: new Uint8Array(count),
    hour: new Uint8Array(count),
    day: new Uint16Array(count),
    days: 0,
  }
  const spans = findOffsets(firstStartMs, firstStartMs + count * quarterHourMs)
  const firstDay = Math.floor((firstStartMs + spans[0]!.offsetMs) / (quartersPerDay * quarterHourMs))
  const dayCount = Math.ceil(count / (quartersPerDay - 4)) + 2
  const days = describeDays(calendar, firstDay, dayCount, book, rulesFrom)
  let i = 0
  spans.forEach((span, place) => {
    const end = spans[place + 1] ? (spans[place + 1]!.fromMs - firstStartMs) / quarterHourMs : count
    let quarter = (firstStartMs + i * quarterHourMs + span.offsetMs) / quarterHourMs
    for (; i < Math.min(end, count); i++, quarter++) {
      const dayPlace = Math.floor(quarter / quartersPerDay) - firstDay
      const hour = (quarter - (dayPlace + firstDay) * quartersPerDay) >> 2
      const day = days[dayPlace]!
      calendar.day[i] = dayPlace
      calendar.hour[i] = hour
      calendar.block[i] = day.blockOfHour[hour]!
      calendar.isHighTariff[i] = day.highTariffOfHour[hour]!
      calendar.monthOf[i] = day.monthPlace
      day.month.intervals += 1
    }
  })
  calendar.days = count === 0 ? 0 : calendar.day[count - 1]! + 1
  calendar.months = calendar.months.filter(({ intervals }) => intervals > 0)
  return calendar
}

interface DescribedDay {
  blockOfHour: number[]
  highTariffOfHour: number[]
  monthPlace: number
  month: CalendarMonth
}

/** Whatever repeats within a day is computed once a day; months are appended to the calendar as they begin. */
function describeDays(
  calendar: IntervalCalendar,
  first: number,
  count: number,
  book: RateBook,
  rulesFrom: string | null,
): DescribedDay[] {
  return Array.from({ length: count }, (_, place) => {
    const text = formatDay(first + place)
    const month = currentMonth(calendar.months, text, book, rulesFrom)
    const { blockOfHour, isWorkFree } = calendarOfDay(first + place, book, month.rulesDay)
    return {
      blockOfHour,
      highTariffOfHour: Array.from({ length: 24 }, (_, hour) => Number(isHighTariffHour(hour, isWorkFree))),
      monthPlace: calendar.months.length - 1,
      month,
    }
  })
}

function currentMonth(
  months: CalendarMonth[],
  day: string,
  book: RateBook,
  rulesFrom: string | null,
): CalendarMonth {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  const last = months.at(-1)
  if (last?.year === year && last.month === month) return last
  const firstDay = firstDayOf(year, month)
  const lengthMs = localMidnightMs(firstDayAfter(year, month)) - localMidnightMs(firstDay)
  const rulesDay = rulesFrom === null ? null : sameMonthFrom(rulesFrom, month)
  const next = {
    key: formatMonthKey(year, month),
    year,
    month,
    firstDay,
    rulesDay,
    isHighSeason: isHighSeasonMonth(rulesDay ?? firstDay, book),
    wholeMonthIntervals: lengthMs / quarterHourMs,
    intervals: 0,
  }
  months.push(next)
  return next
}
