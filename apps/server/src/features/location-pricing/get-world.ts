import type { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import { encodeWorld } from '@ohmstead/pricing/wire/pricing-world-wire'
import type { Context } from '../../route.ts'
import { getPricedRow } from './get-pricing.ts'
import { spanOfDays } from './location-day.ts'
import { readPricedLocation } from './read-priced-location.ts'

/** What the money of a location follows from, for a browser that prices it under a draft. */
export async function getWorld({ db, params, query }: Context<typeof locationPricingEndpoints.world>) {
  const row = await getPricedRow(db, params.locationId)
  const {
    timePlan: timePlanIds,
    region: regions,
    networkTariff: networkTariffIds,
    currency: currencies,
  } = query
  const also = { timePlanIds, regions, networkTariffIds, currencies }
  const priced = await readPricedLocation(db, row, spanOfDays(query, row.time_zone), also)
  const { importMilliWh, exportMilliWh, isEstimated, firstStartMs } = priced.series
  return {
    world: encodeWorld(priced.world),
    energies: {
      first_start: firstStartMs / 1000,
      import_milli_wh: toNullable(importMilliWh),
      export_milli_wh: exportMilliWh && toNullable(exportMilliWh),
      quality: Array.from(importMilliWh, (energy, at) =>
        Number.isNaN(energy) ? 'm' : isEstimated[at] === 1 ? 'e' : '.',
      ).join(''),
    },
  }
}

const toNullable = (energies: Float64Array) =>
  Array.from(energies, (energy) => (Number.isNaN(energy) ? null : energy))
