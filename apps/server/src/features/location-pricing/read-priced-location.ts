import type { Queryable } from '../../platform/db/db.ts'
import { type AlsoNeeded, buildPricingWorld, type PricedLocation } from './build-pricing-world.ts'
import { dayAt } from './location-day.ts'
import { type LocationEnergies, readLocationQuarterHours } from './read-location-quarter-hours.ts'

const dayMs = 86_400_000
const quarterMs = 900_000

export interface PricedEnergies extends PricedLocation, LocationEnergies {}

/**
 * A location's prices and its energies of [fromMs, toMs), beginning before the first of the first month: a month's peaks
 * and tiers depend on all of it so far.
 */
export async function readPricedLocation(
  db: Queryable,
  locationId: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  also?: AlsoNeeded,
): Promise<PricedEnergies> {
  const priced = await buildPricingWorld(db, locationId, { fromMs, toMs }, also)
  const { row } = priced
  const of = { locationId, abstractDeviceId: row.device?.id ?? null }
  // A day more on both sides, since prices may follow another clock than the location's.
  const since = Date.parse(`${dayAt(fromMs - dayMs, row.time_zone).slice(0, 7)}-01T00:00Z`) - dayMs
  const until = Math.ceil(toMs / quarterMs) * quarterMs + dayMs
  return { ...priced, ...(await readLocationQuarterHours(db, of, since, until)) }
}
