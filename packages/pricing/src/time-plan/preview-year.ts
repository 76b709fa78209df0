import {
  minutesPerDay,
  type publicHoliday,
  type TimePlanBlockType,
  type TimePlanSeason,
  type Weekday,
} from '@ohmstead/domain/pricing/time-plan'
import {
  findOffsets,
  formatDay,
  localMidnightMs,
  type OffsetSpan,
  parseDay,
  quarterHourMs,
} from '@ohmstead/network-fee/calendar/local-time'
import { type CompiledTimePlan, seasonOn, slotOfMinute, slotRowOn } from './slot-at.ts'

/** A local day of the preview; days of a clock change have 92 or 100 quarter-hours. */
export interface PreviewDay {
  /** 'YYYY-MM-DD' */
  day: string
  season: TimePlanSeason | null
  row: Weekday | typeof publicHoliday
  isHoliday: boolean
  /** The minute of the local day at which each quarter-hour begins, in the order of time. */
  minutes: Int16Array
  /** The block of each quarter-hour; 0 where none holds. */
  blocks: Int32Array
}

/** Which block of a type holds at every quarter-hour of a local year. */
export function previewYear(
  compiled: CompiledTimePlan,
  type: TimePlanBlockType,
  year: number,
  zone: string,
): PreviewDay[] {
  const { plan, holidays } = compiled
  const [first, last] = [parseDay(`${year}-01-01`), parseDay(`${year}-12-31`)]
  const end = localMidnightMs(formatDay(last + 1), zone)
  const offsets = findOffsets(localMidnightMs(formatDay(first), zone), end - 1, zone)
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const day = formatDay(first + place)
    const minutes = localMinutes(day, formatDay(first + place + 1), zone, offsets)
    const slots = slotOfMinute(compiled, type, day)
    return {
      day,
      season: seasonOn(plan, day),
      row: slotRowOn(plan, day, holidays),
      isHoliday: holidays.has(day),
      minutes,
      blocks: Int32Array.from(minutes, (minute) => plan.slots[slots[minute]!]?.blockId ?? 0),
    }
  })
}

function localMinutes(day: string, nextDay: string, zone: string, offsets: OffsetSpan[]): Int16Array {
  const [startMs, endMs] = [localMidnightMs(day, zone), localMidnightMs(nextDay, zone)]
  const firstDayMs = parseDay(day) * minutesPerDay * 60_000
  return Int16Array.from({ length: (endMs - startMs) / quarterHourMs }, (_, place) => {
    const atMs = startMs + place * quarterHourMs
    const { offsetMs } = offsets.findLast(({ fromMs }) => fromMs <= atMs)!
    return (atMs + offsetMs - firstDayMs) / 60_000
  })
}
