import {
  findOffsets,
  formatDay,
  localMidnightMs,
  quarterHourMs,
} from '@ohmstead/network-fee/calendar/local-time'
import { firstDayAfter } from '@ohmstead/network-fee/calendar/month-key'

/** Quarter-hours in the local calendar of any zone, in their order. */
export interface LocalGrid {
  zone: string
  firstStartMs: number
  count: number
  /** Days since 1970-01-01 of the local day that the quarter-hour begins in. */
  day: Int32Array
  /** Local minute of the day of its start, 0 to 1439. */
  minute: Uint16Array
}

/** A calendar month on a grid: quarter-hours from `from` to before `to`. */
export interface GridMonth {
  /** 'YYYY-MM' */
  key: string
  firstDay: string
  from: number
  to: number
}

const dayMs = 86_400_000
const minuteMs = 60_000

/** Lays quarter-hours out by the clock of a zone: by its changes of offset, not by a question for each of them. */
export function layOutGrid(firstStartMs: number, count: number, zone: string): LocalGrid {
  const day = new Int32Array(count)
  const minute = new Uint16Array(count)
  const spans = findOffsets(firstStartMs, firstStartMs + count * quarterHourMs, zone)
  spans.forEach(({ offsetMs }, place) => {
    const startOf = (at: number) =>
      at < spans.length ? Math.ceil((spans[at]!.fromMs - firstStartMs) / quarterHourMs) : count
    for (let i = startOf(place); i < Math.min(startOf(place + 1), count); i++) {
      const localMs = firstStartMs + i * quarterHourMs + offsetMs
      const days = Math.floor(localMs / dayMs)
      day[i] = days
      minute[i] = Math.floor((localMs - days * dayMs) / minuteMs)
    }
  })
  return { zone, firstStartMs, count, day, minute }
}

/** The local day of an instant, in days since 1970-01-01, and the minute of that day. */
export function localTimeAt(atMs: number, zone: string): { day: number; minute: number } {
  const localMs = atMs + findOffsets(atMs, atMs, zone)[0]!.offsetMs
  const day = Math.floor(localMs / dayMs)
  return { day, minute: Math.floor((localMs - day * dayMs) / minuteMs) }
}

interface MonthsOnGrid {
  readonly grid: LocalGrid
  readonly months: GridMonth[]
}

/** Kept because many locations are asked about the same time. */
let last: (MonthsOnGrid & { fromMs: number; toMs: number; zone: string }) | null = null

/**
 * The whole local months that a stretch of time touches, on one grid. Equal questions in a row get the same object,
 * which nobody may change.
 */
export function layOutMonths(fromMs: number, toMs: number, zone: string): MonthsOnGrid {
  if (last?.fromMs !== fromMs || last.toMs !== toMs || last.zone !== zone)
    last = { fromMs, toMs, zone, ...findMonths(fromMs, toMs, zone) }
  return last
}

function findMonths(fromMs: number, toMs: number, zone: string): MonthsOnGrid {
  const firstDays = [firstOfMonth(fromMs, zone)]
  for (;;) {
    const month = firstDays.at(-1)!
    firstDays.push(firstDayAfter(Number(month.slice(0, 4)), Number(month.slice(5, 7))))
    if (localMidnightMs(firstDays.at(-1)!, zone) >= toMs) break
  }
  const firstStartMs = localMidnightMs(firstDays[0]!, zone)
  const places = firstDays.map((day) =>
    Math.round((localMidnightMs(day, zone) - firstStartMs) / quarterHourMs),
  )
  return {
    grid: layOutGrid(firstStartMs, places.at(-1)!, zone),
    months: firstDays.slice(0, -1).map((firstDay, place) => ({
      key: firstDay.slice(0, 7),
      firstDay,
      from: places[place]!,
      to: places[place + 1]!,
    })),
  }
}

function firstOfMonth(atMs: number, zone: string): string {
  return `${formatDay(localTimeAt(atMs, zone).day).slice(0, 7)}-01`
}
