import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import {
  formatDay,
  localMidnightMs,
  parseDay,
  quarterHourMs,
  weekday,
} from '@ohmstead/network-fee/calendar/local-time'
import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { PricingWorld, SpotPrices } from '../pricing-world.ts'
import { housePoint, makeList, makeWorld } from './made-world.ts'

// Homes whose forecast is tried: what they use does not change from one month to the next.

export const plusDays = (day: string, days: number) => formatDay(parseDay(day) + days)
export const firstOfNext = (month: string) => plusDays(`${month}-28`, 4).slice(0, 7).concat('-01')
export const lastDayOf = (month: string) => plusDays(firstOfNext(month), -1)

/** What is known of a row at an instant. */
export function knownAt(series: QuarterHourSeries, fromMs: number, nowMs: number): QuarterHourSeries {
  const from = Math.max(0, Math.round((fromMs - series.firstStartMs) / quarterHourMs))
  const to = Math.max(from, Math.floor((nowMs - series.firstStartMs) / quarterHourMs))
  return {
    firstStartMs: series.firstStartMs + from * quarterHourMs,
    importMilliWh: series.importMilliWh.slice(from, to),
    exportMilliWh: series.exportMilliWh?.slice(from, to) ?? null,
    isEstimated: series.isEstimated.slice(from, to),
  }
}

const market = {
  ...{ kind: 'spot_market' as const, region: 'SI', factor: '1.05', markup: '0.012', floor: null },
  ...{ hourlyCap: null, monthlyCap: null, substitute: null },
}
/** A dynamic price with Slovenia's network fee, feed-in at the market's price. */
export const dynamic: Partial<PriceListTerms> = {
  ...{
    isMultiTariff: false,
    buy: market,
    hasExportPrice: true,
    sell: { ...market, factor: '0.9', markup: '0' },
  },
  ...{ network: { kind: 'published' }, taxes: { published: true, rows: [] } },
}

/** A home whose days differ in use, sun and price, and do not change otherwise; what a day is like lasts a while. */
export function stationaryHome(seed: number, fromDay: string, toDay: string) {
  const random = randomSequence(seed)
  const firstStartMs = localMidnightMs(fromDay)
  const count = (localMidnightMs(toDay) - firstStartMs) / quarterHourMs
  const importMilliWh = new Float64Array(count)
  const exportMilliWh = new Float64Array(count)
  const price = new Float64Array(count)
  let [cold, sun, wind] = [0.5, 0.5, 0.5]
  const move = (state: number) => 0.2 * state + 0.8 * random()
  for (let place = 0; place < count; place++) {
    if (place % 96 === 0) [cold, sun, wind] = [move(cold), move(sun), move(wind)]
    const isFree = weekday(Math.floor((firstStartMs / quarterHourMs + place) / 96)) > 5
    const isBright = place % 96 > 36 && place % 96 < 64
    const use = (isFree ? 220_000 : 160_000) * (0.4 + 1.2 * cold) * (0.5 + random())
    const made = isBright ? 700_000 * sun : 0
    importMilliWh[place] = Math.round(Math.max(0, use - made))
    exportMilliWh[place] = Math.round(Math.max(0, made - use))
    price[place] = Math.round(1e5 * (40 + 120 * (1 - wind) + 30 * random()))
  }
  const energies: QuarterHourSeries = {
    firstStartMs,
    importMilliWh,
    exportMilliWh,
    isEstimated: new Uint8Array(count),
  }
  const spot: SpotPrices = {
    currency: 'EUR',
    firstStartMs,
    price,
    sourceOf: new Uint8Array(count),
    sources: ['made'],
  }
  return { energies, world: makeWorld([makeList(dynamic)], { point: housePoint(), spot: { SI: spot } }) }
}

/** The same world with market prices up to the end of a day. */
export function publishedUntil(world: PricingWorld, day: string): PricingWorld {
  const { SI } = world.spot as { SI: SpotPrices }
  const price = SI.price.slice(0, (localMidnightMs(plusDays(day, 1)) - SI.firstStartMs) / quarterHourMs)
  return { ...world, spot: { SI: { ...SI, price } } }
}
