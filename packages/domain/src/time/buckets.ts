import { type Interval, monthInterval } from './intervals.ts'

const dayMs = 86_400_000

/**
 * The edges of half-open buckets over exactly [fromMs, toMs), in the calendar of an IANA zone: n buckets have n + 1
 * edges, the first is `fromMs` and the last `toMs`. Days and months begin at local midnight, so that days have 23, 24
 * or 25 hours; 4-hour and 12-hour buckets follow local 0, 4, 8 … o'clock; 30-minute and 1-hour ones the local full
 * and half hour; shorter ones on UTC. Throws a RangeError for an unknown zone.
 */
export function bucketEdges(fromMs: number, toMs: number, interval: Interval, timeZone: string): number[] {
  const edges = [fromMs]
  for (const edge of edgesAfter(fromMs, toMs, interval, timeZone)) {
    if (edge > edges[edges.length - 1]! && edge < toMs) edges.push(edge)
  }
  edges.push(toMs)
  return edges
}

/** A lower bound of the number of buckets, without building them: refuses absurd ranges early. */
export function countBuckets(fromMs: number, toMs: number, interval: Interval): number {
  return Math.ceil((toMs - fromMs) / (interval * 1000))
}

function edgesAfter(fromMs: number, toMs: number, interval: Interval, timeZone: string): Iterable<number> {
  if (interval <= 900) return steps(fromMs, toMs, interval * 1000)
  if (interval === monthInterval) return months(fromMs, toMs, timeZone)
  return withinDays(fromMs, toMs, interval * 1000, timeZone)
}

function* steps(fromMs: number, toMs: number, step: number): Generator<number> {
  for (let edge = (Math.floor(fromMs / step) + 1) * step; edge < toMs; edge += step) yield edge
}

function* months(fromMs: number, toMs: number, timeZone: string): Generator<number> {
  let month = localDay(fromMs, timeZone).with({ day: 1 })
  for (;;) {
    month = month.add({ months: 1 })
    const edge = startOf(month, timeZone)
    if (edge >= toMs) return
    yield edge
  }
}

function* withinDays(fromMs: number, toMs: number, step: number, timeZone: string): Generator<number> {
  let day = localDay(fromMs, timeZone)
  let start = startOf(day, timeZone)
  while (start < toMs) {
    const next = day.add({ days: 1 })
    const end = startOf(next, timeZone)
    if (step < dayMs) yield* withinDay(day, start, end, step, timeZone)
    yield end
    day = next
    start = end
  }
}

function* withinDay(
  day: Temporal.PlainDate,
  start: number,
  end: number,
  step: number,
  timeZone: string,
): Generator<number> {
  const isOrdinary = end - start === dayMs
  // The clock may repeat itself within an hour, so short buckets count real time from midnight; a clock change by a
  // whole number of them keeps them on the local full hour.
  if (isOrdinary || step <= 3_600_000) {
    for (let edge = start + step; edge < end; edge += step) yield edge
    return
  }
  const midnight = day.toPlainDateTime()
  for (let offset = step; offset < dayMs; offset += step) {
    yield midnight.add({ milliseconds: offset }).toZonedDateTime(timeZone).epochMilliseconds
  }
}

function localDay(ms: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** The first instant of the day if midnight is skipped or repeated. */
function startOf(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).epochMilliseconds
}
