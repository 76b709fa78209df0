import { dayAt } from '@ohmstead/domain/time/days'
import { formatDay, parseDay, timeZone } from '@ohmstead/network-fee/calendar/local-time'

// When the market publishes, by the clock of Ljubljana, which is also that of the auction.

const minuteMs = 60_000
/** Corrections are looked for in the morning and in the evening. */
const rereadMinutes = [7 * 60, 18 * 60]
/** The auction ends about now. */
const openMinute = 12 * 60 + 55
/** From now on pages show what there is of tomorrow. */
const shownMinute = 14 * 60
/** From now on missing prices are an alarm. */
const lateMinute = 15 * 60
const retryMinutes = [1, 2, 5, 10, 15]

export interface SpotProgress {
  now: number
  isTodayComplete: boolean
  isTomorrowComplete: boolean
  /** Whether any source has had prices of the zone lately. */
  isPublished: boolean
  /** Looks in a row at which no source answered, and how long the sources want to be left alone. */
  failures: number
  waitMs: number
  /** 0 to 1, so that not everybody asks in the same second. */
  chance: number
}

/** A minute of the clock; days on which clocks change are 23 or 25 hours long. */
function atMinute(day: string, minute: number): number {
  const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 })
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds
}

const hasPassed = (now: number, minute: number) => now >= atMinute(dayAt(now, timeZone), minute)

/** Whether tomorrow's prices may exist. */
export const isMarketOpen = (now: number) => hasPassed(now, openMinute)

/** Whether it is past the hour up to which the absence of tomorrow's prices is nothing unusual. */
export const isAfterShownHour = (now: number) => hasPassed(now, shownMinute)

/** Whether the prices of a delivery day may still come without being late. */
export const isMarketAwaited = (day: string, now: number) =>
  day > dayAt(now, timeZone) && !hasPassed(now, lateMinute)

export function isLate({
  now,
  isTodayComplete,
  isTomorrowComplete,
}: Pick<SpotProgress, 'now' | 'isTodayComplete' | 'isTomorrowComplete'>): boolean {
  return !isTodayComplete || (!isTomorrowComplete && hasPassed(now, lateMinute))
}

export function isRereadDue(now: number, rereadAt: number | null): boolean {
  const today = dayAt(now, timeZone)
  const yesterday = formatDay(parseDay(today) - 1)
  const last = [yesterday, today]
    .flatMap((day) => rereadMinutes.map((minute) => atMinute(day, minute)))
    .findLast((moment) => moment <= now)!
  return rereadAt === null || rereadAt < last
}

/** When a zone is looked at next. */
export function nextSpotLook(progress: SpotProgress): number {
  const { now, isTodayComplete, isTomorrowComplete, isPublished, failures, waitMs, chance } = progress
  const jitterMs = chance * minuteMs
  if (failures > 0) {
    const backOffMs = retryMinutes[Math.min(failures, retryMinutes.length) - 1]! * minuteMs
    return now + Math.max(backOffMs, waitMs) + jitterMs
  }
  const moment = nextMoment(now, isTomorrowComplete) + jitterMs
  if (!isPublished) return moment
  if (!isTomorrowComplete && isMarketOpen(now)) {
    // Whoever has not published in the evening is not about to.
    const everyMs = (hasPassed(now, rereadMinutes[1]!) ? 15 : 5) * minuteMs
    return Math.min(moment, now + everyMs + jitterMs)
  }
  return isTodayComplete ? moment : Math.min(moment, now + 15 * minuteMs + jitterMs)
}

function nextMoment(now: number, isTomorrowComplete: boolean): number {
  const today = dayAt(now, timeZone)
  const minutes = isTomorrowComplete
    ? rereadMinutes
    : [...rereadMinutes, openMinute].toSorted((a, b) => a - b)
  const todays = minutes.map((minute) => atMinute(today, minute)).find((moment) => moment > now)
  return todays ?? atMinute(formatDay(parseDay(today) + 1), rereadMinutes[0]!)
}
