import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { NetworkTariff, PriceList, RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { TimePlan } from '@ohmstead/domain/pricing/time-plan'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import type { ExchangeRate, PricingWorld, SpotPrices } from '../pricing-world.ts'

/** A world as JSON can carry it: lists in place of maps, and null for unknown prices. */
export interface WireWorld {
  timeZone: string
  countryCode: string
  entries: RatePlanEntry[]
  priceLists: PriceList[]
  timePlans: TimePlan[]
  networkTariffs: NetworkTariff[]
  spot: WireSpotPrices[]
  holidays: Record<string, string[]>
  point: MeteringPoint | null
  exchangeRates: ExchangeRate[]
}

export interface WireSpotPrices {
  region: string
  currency: CurrencyCode
  firstStartMs: number
  prices: (number | null)[]
  sourceOf: number[]
  sources: string[]
}

/** A world as JSON carries it, without what only editors of plans and tariffs need. */
export function encodeWorld(world: PricingWorld): WireWorld {
  const { timeZone, countryCode, entries, point, exchangeRates } = world
  return {
    ...{ timeZone, countryCode, point },
    entries: [...entries],
    exchangeRates: [...exchangeRates],
    priceLists: Object.values(world.priceLists),
    timePlans: Object.values(world.timePlans).map(encodePlan),
    networkTariffs: Object.values(world.networkTariffs).map(encodeTariff),
    spot: Object.entries(world.spot).map(([region, prices]) => encodeSpot(region, prices)),
    holidays: Object.fromEntries(Object.entries(world.holidays).map(([code, days]) => [code, [...days]])),
  }
}

/** The world again; the same in the browser as on the server, to the last digit. */
export function decodeWorld(wire: WireWorld): PricingWorld {
  return {
    ...wire,
    priceLists: byId(wire.priceLists),
    timePlans: byId(wire.timePlans),
    networkTariffs: byId(wire.networkTariffs),
    spot: Object.fromEntries(wire.spot.map((prices) => [prices.region, decodeSpot(prices)])),
  }
}

/** Without what only its editor needs. */
const encodePlan = (plan: TimePlan): TimePlan => {
  const { id, title, color, countryCode, holidayWeekday, blocks, seasons, slots } = plan
  return { id, title, color, countryCode, holidayWeekday, blocks, seasons, slots }
}

const encodeTariff = ({
  id,
  name,
  countryCode,
  operator,
  currency,
  periods,
}: NetworkTariff): NetworkTariff => ({
  ...{ id, name, countryCode, operator, currency, periods },
})

function encodeSpot(region: string, { currency, firstStartMs, price, sourceOf, sources }: SpotPrices) {
  const prices = Array.from(price, (value) => (Number.isNaN(value) ? null : value))
  return { region, currency, firstStartMs, prices, sourceOf: [...sourceOf], sources: [...sources] }
}

function decodeSpot({ currency, firstStartMs, prices, sourceOf, sources }: WireSpotPrices): SpotPrices {
  const price = Float64Array.from(prices, (value) => value ?? Number.NaN)
  return { currency, firstStartMs, price, sourceOf: Uint8Array.from(sourceOf), sources }
}

const byId = <Item extends { id: number }>(items: readonly Item[]): Record<number, Item> =>
  Object.fromEntries(items.map((item) => [item.id, item]))
