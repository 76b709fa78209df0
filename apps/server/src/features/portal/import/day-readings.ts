import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { addDays } from '../client/portal-dates.ts'

/**
 * The quarter-hours of a local day (92, 96 or 100), each identified by its start. Milliwatt-hours, null is missing. `quality`
 * has a character for each: `.` measured, `e` estimated, `m` missing, `z` a zero that may be a gap.
 */
export interface DayReadings {
  day: string
  imports: (number | null)[]
  exports: (number | null)[] | null
  quality: string
}

/** Start of a local day and its number of quarter-hours. */
export function dayGrid(day: string): { startMs: number; count: number } {
  const startMs = localMidnightMs(day)
  return { startMs, count: (localMidnightMs(addDays(day, 1)) - startMs) / quarterHourMs }
}

/** The days from `fromDay` to before `toDay`. */
export function listDays(fromDay: string, toDay: string): string[] {
  const days: string[] = []
  for (let day = fromDay; day < toDay; day = addDays(day, 1)) days.push(day)
  return days
}

export const countOf = (quality: string, state: string) => quality.split(state).length - 1

/** Every reading exists, and they are not mostly zeros; estimates may still be replaced, but the day is complete. */
export const isComplete = (quality: string) => !/[mz]/.test(quality)
