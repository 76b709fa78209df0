import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAfter, dayAt } from '@ohmstead/domain/time/days'
import { marketDay, marketZoneOf } from '@ohmstead/pricing/spot/market-day'

/** Today and tomorrow of a region by the clock of its market. */
export function marketRange(region: string, nowMs: number): { today: string; from: number; to: number } {
  const timeZone = marketZoneOf(findBiddingZone(region))
  const today = dayAt(nowMs, timeZone)
  const from = marketDay(today, timeZone).startMs
  return { today, from, to: marketDay(dayAfter(today, 2), timeZone).startMs }
}
