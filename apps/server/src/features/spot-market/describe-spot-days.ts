import type { SpotDayStatus, SpotDaysView } from '@ohmstead/contract/spot-market'
import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAfter, dayAt } from '@ohmstead/domain/time/days'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { type MarketDay, marketDay, marketZoneOf } from '@ohmstead/pricing/spot/market-day'
import type { Queryable } from '../../platform/db/db.ts'
import { isAfterShownHour } from './schedule/spot-times.ts'
import { findMissingOfDays } from './spot-day-queries.ts'
import { findSpan, isZoneLate } from './spot-state-queries.ts'

const endOf = ({ startMs, quarterHours }: MarketDay) => startMs + quarterHours * quarterHourMs

/** Today and tomorrow of zones by the market's clock, and what is known of them, in the order of the zones. */
export async function findTodayAndTomorrow(db: Queryable, regions: readonly string[], now: number) {
  const zones = regions.map((region) => {
    const timeZone = marketZoneOf(findBiddingZone(region))
    const name = dayAt(now, timeZone)
    return {
      ...{ region, timeZone },
      today: marketDay(name, timeZone),
      tomorrow: marketDay(dayAfter(name), timeZone),
    }
  })
  const asked = zones.flatMap(({ region, today, tomorrow }) =>
    [today, tomorrow].map(({ day }) => ({ region, day })),
  )
  const missing = await findMissingOfDays(db, asked)
  return zones.map(({ region, timeZone, today, tomorrow }) => {
    const view = (day: MarketDay, isEarly: boolean) => ({
      ...{ day: day.day, from: day.startMs, to: endOf(day) },
      status: statusOf(missing.get(`${region} ${day.day}`), isEarly),
    })
    return { timeZone, today: view(today, false), tomorrow: view(tomorrow, !isAfterShownHour(now)) }
  })
}

/** Tomorrow is shown from 14:00 on, earlier once it is complete. */
function statusOf(missing: number | undefined, isEarly: boolean): SpotDayStatus {
  if (missing === 0) return 'complete'
  if (isEarly) return 'after_14'
  return missing === undefined ? 'not_available' : 'partial'
}

export async function describeSpotDays(db: Queryable, region: string, now: number): Promise<SpotDaysView> {
  const [found] = await findTodayAndTomorrow(db, [region], now)
  const { timeZone, today, tomorrow } = found!
  return {
    ...{ region, time_zone: timeZone, today, tomorrow },
    ...(await findSpan(db, region)),
    is_late: await isZoneLate(db, region),
  }
}
