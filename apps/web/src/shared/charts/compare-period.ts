import {
  calculateDayRange,
  countDays,
  type DayRange,
  type PeriodChoice,
  shiftPeriod,
} from './chart-period.ts'
import type { Comparison } from './comparisons.ts'
import { offsetAtMs } from './offset-at.ts'

const longestMonth = 31

/** The useful comparisons of a range, the most likely first. None appears twice under two names. */
export function findComparisons(choice: PeriodChoice, today: string): Exclude<Comparison, 'none'>[] {
  const days = countDays(calculateDayRange(choice, today))
  // Whole weeks earlier the same weekdays are aligned anyway, and a year before it is the year before.
  if (days > longestMonth * 2)
    return days >= 365 ? ['previous', 'custom'] : ['lastYear', 'previous', 'custom']
  if (days % 7 === 0) return ['previous', 'lastYear', 'custom']
  return days < 7 ? ['sameWeekday', 'previous', 'lastYear', 'custom'] : ['lastYear', 'previous', 'custom']
}

/** The comparison if the range supports it: one chosen for another range becomes the likeliest. */
export function fitComparison(choice: PeriodChoice, comparison: Comparison, today: string): Comparison {
  if (comparison === 'none' || choice.range === 'latest') return 'none'
  const known = findComparisons(choice, today)
  return known.includes(comparison) ? comparison : known[0]!
}

/**
 * The days to compare with, or null. Short ranges align with their own weekdays, a week with the one 52 weeks ago. A
 * custom day that is not chosen yet is the range's suggestion.
 */
export function calculateComparisonDays(
  choice: PeriodChoice,
  comparison: Comparison,
  customFirstDay: string | undefined,
  today: string,
): DayRange | null {
  const days = calculateDayRange(choice, today)
  const fitting = fitComparison(choice, comparison, today)
  if (fitting === 'none') return null
  if (fitting === 'custom') {
    if (customFirstDay === undefined)
      return calculateComparisonDays(choice, findComparisons(choice, today)[0]!, undefined, today)
    return spanFrom(Temporal.PlainDate.from(customFirstDay), days)
  }
  if (fitting === 'previous') return calculateDayRange(shiftPeriod(choice, -1, today), today)
  if (fitting === 'sameWeekday')
    return spanFrom(Temporal.PlainDate.from(days.firstDay).subtract({ weeks: 1 }), days)
  const back = choice.range === 'week' ? { weeks: 52 } : { years: 1 }
  return {
    firstDay: Temporal.PlainDate.from(days.firstDay).subtract(back).toString(),
    lastDay: endAYearBefore(days, back),
  }
}

function spanFrom(first: Temporal.PlainDate, days: DayRange): DayRange {
  return { firstDay: first.toString(), lastDay: first.add({ days: countDays(days) - 1 }).toString() }
}

// The end of a whole month stays the end of the month: February of a leap year is compared completely.
function endAYearBefore(days: DayRange, back: Temporal.DurationLike): string {
  return Temporal.PlainDate.from(days.lastDay)
    .add({ days: 1 })
    .subtract(back)
    .subtract({ days: 1 })
    .toString()
}

/**
 * For every bucket of the shown period the index of its counterpart in the other period, or -1:
 * same number of days after the start and same clock time, so that a clock change shifts nothing.
 * Buckets of a day or longer align by number.
 */
export function alignComparison(
  ts: ArrayLike<number>,
  otherTs: ArrayLike<number>,
  intervalSeconds: number,
  timeZone: string,
): Int32Array {
  const aligned = new Int32Array(ts.length).fill(-1)
  if (intervalSeconds >= 86_400) {
    for (let i = 0; i < ts.length && i < otherTs.length; i++) aligned[i] = i
    return aligned
  }
  const own = localPlaces(ts, timeZone)
  const places = new Map<number, number>()
  const other = localPlaces(otherTs, timeZone)
  // The first of two equal clock times wins, as on the evening before the change.
  for (let i = other.length - 1; i >= 0; i--) places.set(other[i]!, i)
  for (let i = 0; i < own.length; i++) aligned[i] = places.get(own[i]!) ?? -1
  return aligned
}

/** Seconds of local clock time since the first bucket's midnight. The offset is computed once an hour: it changes no more often. */
function localPlaces(ts: ArrayLike<number>, timeZone: string): Float64Array {
  const places = new Float64Array(ts.length)
  let offsetMs = 0
  let hour = Number.NaN
  let firstDay = 0
  for (let i = 0; i < ts.length; i++) {
    const ms = ts[i]!
    const ownHour = Math.floor(ms / 900_000)
    if (ownHour !== hour) {
      hour = ownHour
      offsetMs = offsetAtMs(ms, timeZone)
    }
    const localMs = ms + offsetMs
    if (i === 0) firstDay = Math.floor(localMs / 86_400_000)
    places[i] = localMs / 1000 - firstDay * 86_400
  }
  return places
}
