import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { addDays, localDay } from '../client/portal-dates.ts'

/** The previous day appears at about six; each point asks at its own minute, over three quarters of an hour. */
const fromMinute = 6 * 60 + 15
const spreadMinutes = 45
const againMinutes = 120

/** When a point is updated next: tomorrow morning, or in two hours if yesterday is not complete yet. */
export function nextUpdateAt(now: number, deviceId: number, isYesterdayOpen: boolean): number {
  const morning = (day: string) =>
    localMidnightMs(day) + (fromMinute + ((deviceId * 7) % spreadMinutes)) * 60_000
  const today = localDay(now)
  if (now < morning(today)) return morning(today)
  const tomorrow = morning(addDays(today, 1))
  return isYesterdayOpen ? Math.min(tomorrow, now + againMinutes * 60_000) : tomorrow
}
