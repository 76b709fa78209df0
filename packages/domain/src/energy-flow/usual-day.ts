/** A comparison with a usual day needs at least this many days. */
export const leastUsualDays = 4
/** How many weeks back to compare. */
const weeksBack = 8

export interface DayUntil {
  /** Local midnight, epoch ms. */
  from: number
  /** The same time of day as the given instant. */
  to: number
}

/**
 * The day of an instant, and the same weekday of the weeks before it, newest first, each from local midnight to the
 * time of day of the instant. On a day with a clock change before that time the span is an hour shorter or longer.
 */
export function listSameWeekdays(untilMs: number, timeZone: string): DayUntil[] {
  const until = Temporal.Instant.fromEpochMilliseconds(untilMs).toZonedDateTimeISO(timeZone)
  return Array.from({ length: weeksBack + 1 }, (_, weeks) => {
    // An instant in a repeated hour is itself, not its twin.
    const to = weeks === 0 ? until : until.subtract({ weeks })
    return { from: to.startOfDay().epochMilliseconds, to: to.epochMilliseconds }
  })
}

export interface UsualUse {
  /** The median of the days that count. */
  usualWh: number
  dayCount: number
  /** 0.03 means 3 % more than usual. */
  difference: number
}

/**
 * What was used so far against the median of earlier days up to the same time. A day with a gap (`null`) does not
 * count; null if today has one, if fewer than four days count, or if usually nothing is used.
 */
export function compareWithUsual(
  usedWh: number | null,
  earlier: readonly (number | null)[],
): UsualUse | null {
  const known = earlier.filter((value) => value !== null).sort((a, b) => a - b)
  if (usedWh === null || known.length < leastUsualDays) return null
  const middle = known.length >> 1
  const usualWh = known.length % 2 === 1 ? known[middle]! : (known[middle - 1]! + known[middle]!) / 2
  if (usualWh <= 0) return null
  return { usualWh, dayCount: known.length, difference: usedWh / usualWh - 1 }
}
