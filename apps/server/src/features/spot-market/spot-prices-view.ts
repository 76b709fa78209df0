import type {
  SpotHeatMapView,
  SpotPricesView,
  SpotSourceName,
  SpotSourceNote,
} from '@ohmstead/contract/spot-market'
import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAfter } from '@ohmstead/domain/time/days'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { buildSpotPrices } from '@ohmstead/pricing/spot/build-spot-prices'
import { findHourMeans } from '@ohmstead/pricing/spot/hour-means'
import { listMarketDays, marketDay } from '@ohmstead/pricing/spot/market-day'
import type { Queryable } from '../../platform/db/db.ts'
import { findCurrentDays, type StoredSpotDay } from './spot-day-queries.ts'

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

/** The means of the hours of a year, by the clock of the region. */
export async function getSpotHeatMap(db: Queryable, region: string, year: number): Promise<SpotHeatMapView> {
  const { timeZone } = findBiddingZone(region)!
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const [fromMs, toMs] = [first, dayAfter(last, 1)].map((day) => marketDay(day, timeZone).startMs) as [
    number,
    number,
  ]
  const stored = await findCurrentDays(db, region, fromMs, toMs)
  const { currency, price } = buildSpotPrices(stored, fromMs, toMs)
  const days = listMarketDays(first, last, timeZone)
  const prices = findHourMeans(price, fromMs, days, timeZone).map(toCents)
  return {
    ...{ region, year, currency, unit: 'MWh', time_zone: timeZone, first_day: first, days: days.length },
    prices,
    sources: listSources(region, stored),
  }
}

const toCents = (price: number | null) => price && Math.round(price / 1e3) / 100
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
