/** The Slovenian network fee uses one clock. */
export const timeZone = 'Europe/Ljubljana'

export const quarterHourMs = 900_000
const dayMs = 86_400_000

/** A stretch of instants with one UTC offset; it ends where the next begins. */
export interface OffsetSpan {
  fromMs: number
  offsetMs: number
}

/** The offsets in force from `firstMs` to `lastMs`: three calls of Temporal a year instead of one per quarter-hour. */
export function findOffsets(firstMs: number, lastMs: number, zone = timeZone): OffsetSpan[] {
  let at = Temporal.Instant.fromEpochMilliseconds(firstMs).toZonedDateTimeISO(zone)
  const spans = [{ fromMs: firstMs, offsetMs: at.offsetNanoseconds / 1e6 }]
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.epochMilliseconds > lastMs) return spans
    spans.push({ fromMs: next.epochMilliseconds, offsetMs: next.offsetNanoseconds / 1e6 })
    at = next
  }
}

/** Days since 1970-01-01 of a calendar day. */
export function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / dayMs
}

/** Days since 1970-01-01 of 'YYYY-MM-DD'. */
export function parseDay(day: string): number {
  return dayNumber(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)))
}

/** 'YYYY-MM-DD' of a number of days since 1970-01-01. */
export function formatDay(days: number): string {
  return new Date(days * dayMs).toISOString().slice(0, 10)
}

/** 1 Monday to 7 Sunday; day 0 was a Thursday. */
export function weekday(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1
}

const mostMidnights = 20_000
const midnights = new Map<string, Map<string, number>>()

/** Epoch milliseconds of local midnight of 'YYYY-MM-DD'. Cached, since the days of a few years recur constantly. */
export function localMidnightMs(day: string, zone = timeZone): number {
  let ofZone = midnights.get(zone)
  const known = ofZone?.get(day)
  if (known !== undefined) return known
  const midnightMs = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds
  if (!ofZone || ofZone.size >= mostMidnights) {
    ofZone = new Map()
    midnights.set(zone, ofZone)
  }
  ofZone.set(day, midnightMs)
  return midnightMs
}
