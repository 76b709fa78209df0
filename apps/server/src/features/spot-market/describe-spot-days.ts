import type { SpotDayStatus, SpotDaysView } from '@ohmstead/contract/spot-market'
import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAfter, dayAt } from '@ohmstead/domain/time/days'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { type MarketDay, marketDay, marketZoneOf } from '@ohmstead/pricing/spot/market-day'
import type { Queryable } from '../../platform/db/db.ts'
import { isAfterShownHour } from './schedule/spot-times.ts'
import { findCurrentDays, type StoredSpotDay } from './spot-day-queries.ts'
import { findSpan, isZoneLate } from './spot-state-queries.ts'

const endOf = ({ startMs, quarterHours }: MarketDay) => startMs + quarterHours * quarterHourMs

/** Today and tomorrow of a zone by the market's clock, and what is known of them. */
export async function findTodayAndTomorrow(db: Queryable, region: string, now: number) {
  const timeZone = marketZoneOf(findBiddingZone(region))
  const name = dayAt(now, timeZone)
  const [today, tomorrow] = [marketDay(name, timeZone), marketDay(dayAfter(name, 1), timeZone)]
  const stored = await findCurrentDays(db, region, today.startMs, endOf(tomorrow))
  const view = (day: MarketDay, isTomorrow: boolean) => ({
    ...{ day: day.day, from: day.startMs, to: endOf(day) },
    status: statusOf(
      stored.find((one) => one.day === day.day),
      isTomorrow && !isAfterShownHour(now),
    ),
  })
  return { timeZone, today: view(today, false), tomorrow: view(tomorrow, true) }
}

/** Tomorrow is shown from 14:00 on, earlier once it is complete. */
function statusOf(day: StoredSpotDay | undefined, isEarly: boolean): SpotDayStatus {
  if (day?.missing === 0) return 'complete'
  if (isEarly) return 'after_14'
  return day ? 'partial' : 'not_available'
}

export async function describeSpotDays(db: Queryable, region: string, now: number): Promise<SpotDaysView> {
  const { timeZone, today, tomorrow } = await findTodayAndTomorrow(db, region, now)
  return {
    ...{ region, time_zone: timeZone, today, tomorrow },
    ...(await findSpan(db, region)),
    is_late: await isZoneLate(db, region),
  }
}
