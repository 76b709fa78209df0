import type { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import type { LocationPricesView } from '@ohmstead/contract/location-pricing-money'
import { priceAt } from '@ohmstead/pricing/price-at'
import { priceSeries } from '@ohmstead/pricing/price-series'
import type { Context } from '../../route.ts'
import { buildPricingWorld } from './build-pricing-world.ts'

const quarterMs = 900_000

/** What a kilowatt-hour costs and earns at an instant, and why. */
export async function getPrice({ db, deps, params, query }: Context<typeof locationPricingEndpoints.price>) {
  const at = Math.floor((query.at ?? deps.clock.now()) / quarterMs) * quarterMs
  const { world } = await buildPricingWorld(db, params.locationId, { fromMs: at, toMs: at + quarterMs })
  return { at, price: priceAt(world, at) }
}

/** All-in prices by the quarter-hour, for drawing. */
export async function getPrices({
  db,
  params,
  query,
}: Context<typeof locationPricingEndpoints.prices>): Promise<LocationPricesView> {
  const { from, to } = query
  const { world, row } = await buildPricingWorld(db, params.locationId, { fromMs: from, toMs: to })
  const { currency, importPrice, exportPrice } = priceSeries(world, from, to)
  return {
    currency,
    time_zone: row.time_zone,
    from,
    to,
    importPrices: Array.from(importPrice, toDrawn),
    exportPrices: Array.from(exportPrice, toDrawn),
  }
}

/** Eight decimals are more than any price has, and without them a sum of binary numbers shows. */
const toDrawn = (price: number) => (Number.isNaN(price) ? null : Math.round(price * 1e8) / 1e8)
