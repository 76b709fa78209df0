import type { BiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAfter } from '@ohmstead/domain/time/days'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'

/** The clock of the single European auction. */
export const marketTimeZone = 'Europe/Brussels'

/** The first delivery day of which the auction has quarter-hours; before it had hours. */
export const quarterHoursFrom = '2025-10-01'

/** A delivery day: 92, 96 or 100 quarter-hours from midnight to midnight of the market's clock. */
export interface MarketDay {
  day: string
  startMs: number
  quarterHours: number
}

/** Which clock the delivery days of a zone follow. */
export function marketZoneOf(zone: Pick<BiddingZone, 'isCoupled' | 'timeZone'> | undefined): string {
  return zone === undefined || zone.isCoupled ? marketTimeZone : zone.timeZone
}

/** A delivery day, midnight to midnight by the market's clock: 92, 96 or 100 quarter-hours. */
export function marketDay(day: string, timeZone: string): MarketDay {
  const startMs = localMidnightMs(day, timeZone)
  const endMs = localMidnightMs(dayAfter(day), timeZone)
  return { day, startMs, quarterHours: Math.round((endMs - startMs) / quarterHourMs) }
}

/** The days from `fromDay` to `toDay`, both included. */
export function listMarketDays(fromDay: string, toDay: string, timeZone: string): MarketDay[] {
  const days: MarketDay[] = []
  for (let day = fromDay; day <= toDay; day = dayAfter(day)) days.push(marketDay(day, timeZone))
  return days
}
