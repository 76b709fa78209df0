import { windowDays } from '../client/ask-portal.ts'
import { addDays } from '../client/portal-dates.ts'

interface Range {
  from_day: string
  open_day: string
  next_day: string
}

/** The next window, the newest first: from its first day to before `next_day`. */
export function nextWindow({ from_day, open_day, next_day }: Range): { fromDay: string; toDay: string } {
  const floor = next_day > open_day ? latest(open_day, from_day) : from_day
  return { fromDay: latest(floor, addDays(next_day, -windowDays)), toDay: next_day }
}

export function countWindows(range: Range): number {
  let count = 0
  for (let next_day = range.next_day; next_day > range.from_day; count++)
    next_day = nextWindow({ ...range, next_day }).fromDay
  return count
}

const latest = (a: string, b: string) => (a > b ? a : b)
