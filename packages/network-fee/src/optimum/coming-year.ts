import { quarterHourMs, timeZone } from '../calendar/local-time.ts'
import { firstDayAfter, firstDayOf, sameMonthFrom } from '../calendar/month-key.ts'
import { findCalendar } from '../calendar/time-block.ts'
import { buildLoadProfile, type LoadProfile, type MonthLoad } from '../load-profile.ts'
import type { QuarterHourSeries } from '../quarter-hour-series.ts'
import type { RateBook } from '../rates/rate-book.ts'
import type { FeeContext } from '../systems/fee-context.ts'
import { findComingRates, findNewSystemRates } from '../systems/new-system-rates.ts'
import type { PowerMonth } from './power-month.ts'

/** Past readings as a stand-in for the twelve months to come. */
export interface ComingYear {
  /** The first of those months, 'YYYY-MM-01'. */
  fromDay: string
  /** Whole past months with enough readings, sorted by the seasons, blocks and rates of the coming ones. */
  profile: LoadProfile
  data: AdviceData
}

/**
 * Whether the readings suffice for advice: all twelve months, those of the high season whole, and 95 % of the quarter-hours
 * of each block. A winter says nothing about an unread summer: an irrigation pump would pass for idle.
 */
export interface AdviceData {
  isEnough: boolean
  /** Whole months that the advice is based on, by key. */
  months: string[]
  /** Calendar months (1 to 12) of the high season with too few readings. */
  missingHighSeason: number[]
  /** Blocks 1 to 5: the share of their quarter-hours that was measured, over the whole months of the range. */
  blockShares: number[]
  /** The first day on which advice is possible if every reading from now on arrives; null if it already is. */
  possibleFrom: string | null
}

export const monthsPerYear = 12
export const highSeasonLength = 4
const enoughShare = 0.95
const blockPlaces = [0, 1, 2, 3, 4] as const

/**
 * Prepares readings for advice on the twelve months from `fromDay` (the first of a month). Partial months and months with
 * too few measured quarter-hours in a block are omitted: what was not measured sets no agreed power.
 */
export function buildComingYear(
  readings: QuarterHourSeries | LoadProfile,
  book: RateBook,
  fromDay: string,
): ComingYear {
  const series = 'months' in readings ? readings.series : readings
  const all = buildLoadProfile(series, book, fromDay)
  const whole = all.months.filter(({ month }) => month.intervals === month.wholeMonthIntervals)
  const good = whole.filter(isMeasured)
  const data = assessData(whole, good, fromDay, book)
  return { fromDay, profile: { ...all, months: good }, data }
}

/** Whether any rate is known for the coming year: groups without one get no advice, whatever the readings. */
export function isYearPriced({ fromDay }: ComingYear, { point, book }: FeeContext): boolean {
  return findComingRates(fromDay, point, book)?.powerEurPerKw != null
}

/** The first of the coming months without published rates; null if all are known, or none ever was. */
export function findAssumedDay(fromDay: string, { point, book }: FeeContext): string | null {
  let day = fromDay
  for (let month = 0; month < monthsPerYear; month++) {
    if (findNewSystemRates(point, day, book) === null) return day
    day = firstDayAfter(yearOf(day), monthOf(day))
  }
  return null
}

/** Each block that occurs in the month has enough measured quarter-hours. */
function isMeasured({ blocks }: MonthLoad): boolean {
  return blocks.every((block) => measuredShare([block]) >= enoughShare)
}

/** 1 if the block does not occur. */
function measuredShare(blocks: MonthLoad['blocks']): number {
  const sum = (part: 'present' | 'missing' | 'estimated') =>
    blocks.reduce((total, block) => total + block[part], 0)
  const all = sum('present') + sum('missing')
  return all === 0 ? 1 : (sum('present') - sum('estimated')) / all
}

function assessData(whole: MonthLoad[], good: MonthLoad[], fromDay: string, book: RateBook): AdviceData {
  const read = new Set(good.map(({ month }) => month.month))
  const missingHighSeason = findCalendar(fromDay, book).highSeasonMonths.filter((month) => !read.has(month))
  const year = oneOfEachMonth(whole, good)
  const blockShares = blockPlaces.map((place) => {
    const blocks = year.map((load) => load.blocks[place]!)
    return blocks.some(({ present, missing }) => present + missing > 0) ? measuredShare(blocks) : 0
  })
  const isWholeYear = year.length === monthsPerYear
  const isEnough =
    isWholeYear && missingHighSeason.length === 0 && blockShares.every((share) => share >= enoughShare)
  return {
    isEnough,
    months: good.map(({ month }) => month.key),
    missingHighSeason,
    blockShares,
    possibleFrom: isEnough ? null : findPossibleDay(missingHighSeason, year, good, fromDay),
  }
}

/** The last sufficiently read month of each calendar month, else the last. */
function oneOfEachMonth(whole: MonthLoad[], good: MonthLoad[]): MonthLoad[] {
  const latest = new Map(whole.map((load) => [load.month.month, load]))
  for (const load of good) latest.set(load.month.month, load)
  return [...latest.values()]
}

/** The day after the last of the missing months, the current one included. */
function findPossibleDay(missing: number[], year: MonthLoad[], good: MonthLoad[], fromDay: string): string {
  const bad = year.filter((load) => !good.includes(load)).map(({ month }) => month.month)
  const running = monthBefore(fromDay)
  const covered = new Set(year.map(({ month }) => month.month))
  const lacking = [...missing, ...bad, ...calendarMonths.filter((month) => !covered.has(month))]
  const days = lacking.map((month) => {
    const first = sameMonthFrom(running, month)
    return firstDayAfter(yearOf(first), monthOf(first))
  })
  return days.sort().at(-1) ?? fromDay
}

const calendarMonths = Array.from({ length: monthsPerYear }, (_, place) => place + 1)
const yearOf = (day: string) => Number(day.slice(0, 4))
const monthOf = (day: string) => Number(day.slice(5, 7))

function monthBefore(firstDay: string): string {
  const month = monthOf(firstDay)
  return month === 1 ? firstDayOf(yearOf(firstDay) - 1, 12) : firstDayOf(yearOf(firstDay), month - 1)
}

/**
 * The same months with prices scaled so that together they make one year: a calendar month read twice counts half each,
 * and missing months of a season are represented by its other months. Months at their own rates are unchanged.
 */
export function weighToYear(months: PowerMonth[]): PowerMonth[] {
  if (months.every(({ month }) => month.rulesDay === null)) return months
  const distinct = (isHighSeason: boolean) =>
    new Set(months.filter(({ month }) => month.isHighSeason === isHighSeason).map(({ month }) => month.month))
      .size
  const [high, low] = [distinct(true), distinct(false)]
  return months.map((one) => {
    const repeats = months.filter(({ month }) => month.month === one.month.month).length
    const { isHighSeason } = one.month
    const share = isHighSeason ? highSeasonLength / high : (monthsPerYear - highSeasonLength) / low
    return scale(one, share / repeats)
  })
}

function scale(month: PowerMonth, weight: number): PowerMonth {
  if (weight === 1) return month
  return {
    ...month,
    blocks: month.blocks.map((block) => ({
      ...block,
      ratePerKw: block.ratePerKw * weight,
      excessPerKw: block.excessPerKw * weight,
    })),
  }
}

/** The end of a row of readings, used if no day is given: the month after the last reading. */
export function findFollowingMonth({ firstStartMs, importMilliWh }: QuarterHourSeries): string {
  const last = Math.max(
    importMilliWh.findLastIndex((energy) => !Number.isNaN(energy)),
    0,
  )
  const day = Temporal.Instant.fromEpochMilliseconds(firstStartMs + last * quarterHourMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  return firstDayAfter(day.year, day.month)
}
