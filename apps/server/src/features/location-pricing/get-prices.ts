import type { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import type { LocationPricesView } from '@ohmstead/contract/location-pricing-money'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { priceAt } from '@ohmstead/pricing/price-at'
import { priceSeries } from '@ohmstead/pricing/price-series'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import { hasTiers } from '@ohmstead/pricing/tiers-used'
import type { Queryable } from '../../platform/db/db.ts'
import type { Context } from '../../route.ts'
import { buildPricingWorld, type WorldSpan } from './build-pricing-world.ts'
import { readBilledEnergies } from './read-priced-location.ts'

const quarterMs = 900_000

/** What a kilowatt-hour costs and earns at an instant, and why. */
export async function getPrice({ db, deps, params, query }: Context<typeof locationPricingEndpoints.price>) {
  const at = Math.floor((query.at ?? deps.clock.now()) / quarterMs) * quarterMs
  const { world, energies } = await readPrices(db, params.locationId, { fromMs: at, toMs: at + quarterMs })
  return { at, price: priceAt(world, at, energies) }
}

/** All-in prices by the quarter-hour, for drawing. */
export function getPrices({ db, params, query }: Context<typeof locationPricingEndpoints.prices>) {
  return findPrices(db, params.locationId, query)
}

export async function findPrices(
  db: Queryable,
  locationId: number,
  { from, to }: { from: number; to: number },
): Promise<LocationPricesView> {
  const { world, row, energies } = await readPrices(db, locationId, { fromMs: from, toMs: to })
  return { ...drawPrices(world, { from, to }, energies), time_zone: row.time_zone }
}

/** Energies only where tiers make prices depend on what was used. */
export function drawPrices(
  world: PricingWorld,
  { from, to }: { from: number; to: number },
  energies: QuarterHourSeries | null,
): Omit<LocationPricesView, 'time_zone'> {
  const { currency, importPrice, exportPrice } = priceSeries(world, from, to, energies)
  return {
    ...{ currency, from, to },
    importPrices: Array.from(importPrice, toDrawn),
    exportPrices: Array.from(exportPrice, toDrawn),
  }
}

/** What prices follow from; energies only where tiers make them depend on what was used. */
async function readPrices(db: Queryable, locationId: number, span: WorldSpan) {
  const priced = await buildPricingWorld(db, locationId, span)
  if (!hasTiers(priced.world)) return { ...priced, energies: null }
  const { series } = await readBilledEnergies(db, priced.row, span)
  return { ...priced, energies: series }
}

/** Eight decimals are more than any price has, and without them a sum of binary numbers shows. */
const toDrawn = (price: number) => (Number.isNaN(price) ? null : Math.round(price * 1e8) / 1e8)
