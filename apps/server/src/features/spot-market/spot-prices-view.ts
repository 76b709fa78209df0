import type {
  SpotHeatMapView,
  SpotPricesView,
  SpotSourceName,
  SpotSourceNote,
} from '@ohmstead/contract/spot-market'
import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { buildSpotPrices } from '@ohmstead/pricing/spot/build-spot-prices'
import { addDays, listMarketDays, marketDay, marketZoneOf } from '@ohmstead/pricing/spot/market-day'
import type { Queryable } from '../../platform/db/db.ts'
import { findCurrentDays, type StoredSpotDay } from './spot-day-queries.ts'

const hour = 4

/** Prices of quarter-hours in EUR (or another currency) per MWh, from one instant to another. */
export async function getSpotPricesView(
  db: Queryable,
  region: string,
  fromMs: number,
  toMs: number,
): Promise<SpotPricesView> {
  const days = await findCurrentDays(db, region, fromMs, toMs)
  const { currency, firstStartMs, price } = buildSpotPrices(days, fromMs, toMs)
  return {
    ...{ region, currency, unit: 'MWh', step_seconds: 900 },
    ...{ from: firstStartMs, to: firstStartMs + price.length * quarterHourMs },
    prices: Array.from(price, toPerMwh),
    sources: listSources(region, days),
  }
}

/** The means of the hours of a year. */
export async function getSpotHeatMap(db: Queryable, region: string, year: number): Promise<SpotHeatMapView> {
  const timeZone = marketZoneOf(findBiddingZone(region))
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const [fromMs, toMs] = [first, addDays(last, 1)].map((day) => marketDay(day, timeZone).startMs) as [
    number,
    number,
  ]
  const stored = await findCurrentDays(db, region, fromMs, toMs)
  const { currency, price } = buildSpotPrices(stored, fromMs, toMs)
  const days = listMarketDays(first, last, timeZone)
  const prices = days.flatMap((day) => {
    const start = (day.startMs - fromMs) / quarterHourMs
    const skipped = skippedHour(day.startMs, day.quarterHours, timeZone)
    return Array.from({ length: 24 }, (_, at) => {
      const shift = at > skipped ? day.quarterHours - 96 : 0
      if (at === skipped && day.quarterHours < 96) return null
      const width = at === skipped ? hour + day.quarterHours - 96 : hour
      return meanOf(price.subarray(start + at * hour + shift, start + at * hour + shift + width))
    })
  })
  return {
    ...{ region, year, currency, unit: 'MWh', time_zone: timeZone, first_day: first, days: days.length },
    prices,
    sources: listSources(region, stored),
  }
}

/** The local hour that a day of 23 hours lacks, or one of 25 has twice; 24 if there is none. */
function skippedHour(startMs: number, quarterHours: number, timeZone: string): number {
  if (quarterHours === 96) return 24
  const start = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(timeZone)
  const hours = Array.from({ length: quarterHours / hour }, (_, at) => start.add({ hours: at }).hour)
  const found = hours.findIndex((one, at) => one !== at)
  return quarterHours < 96 ? found : found - 1
}

/** Of the quarter-hours that are known; null if none is. */
function meanOf(prices: Float64Array): number | null {
  const known = prices.filter((price) => !Number.isNaN(price))
  return known.length === 0
    ? null
    : Math.round(known.reduce((sum, one) => sum + one, 0) / known.length / 1e3) / 100
}

const toPerMwh = (price: number) => (Number.isNaN(price) ? null : price / 1e5)

/** Each source with the terms of its newest day. */
function listSources(region: string, days: readonly StoredSpotDay[]): SpotSourceNote[] {
  const newest = new Map(days.map((day) => [day.source, day]))
  return [...newest.values()].map(({ source, licence }) => ({
    source: source as SpotSourceName,
    licence,
    is_free: source === 'energy-charts' && findBiddingZone(region)!.isCcBy,
  }))
}
