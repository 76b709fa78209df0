import type { LocationPricesView } from '@ohmstead/contract/location-pricing-money'
import type { SpotHeatMapView } from '@ohmstead/contract/spot-market'
import { dayAfter } from '@ohmstead/domain/time/days'
import { findHourMeans } from '@ohmstead/pricing/spot/hour-means'
import { listMarketDays, marketDay } from '@ohmstead/pricing/spot/market-day'
import { toSeries } from '../../shared/charts/build-energy-model.ts'

type Year = Pick<SpotHeatMapView, 'first_day' | 'days' | 'time_zone'>

/** From the first instant of a map's year to its end. */
export function yearRange({ first_day: first, days, time_zone: zone }: Year): { from: number; to: number } {
  return { from: marketDay(first, zone).startMs, to: marketDay(dayAfter(first, days), zone).startMs }
}

/** The map with the all-in prices of a location, per megawatt-hour as its own; null if none is known. */
export function findOwnYear(map: SpotHeatMapView, own: LocationPricesView): SpotHeatMapView | null {
  if (own.currency !== map.currency) return null
  const last = dayAfter(map.first_day, map.days - 1)
  const days = listMarketDays(map.first_day, last, map.time_zone)
  const means = findHourMeans(toSeries(own.importPrices), own.from, days, map.time_zone)
  const prices = means.map((price) => price && price * 1000)
  return prices.some((price) => price !== null) ? { ...map, prices } : null
}
