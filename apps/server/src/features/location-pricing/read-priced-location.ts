import type { NamedInTerms } from '@ohmstead/domain/pricing/named-in-terms'
import { dayAt } from '@ohmstead/domain/time/days'
import type { Queryable } from '../../platform/db/db.ts'
import { buildPricingWorlds, type PricedLocation } from './build-pricing-world.ts'
import type { PricedLocationRow } from './location-pricing-queries.ts'
import { type LocationEnergies, readLocationQuarterHours } from './read-location-quarter-hours.ts'

const dayMs = 86_400_000
const quarterMs = 900_000

export interface PricedEnergies extends PricedLocation, LocationEnergies {}

interface Span {
  fromMs: number
  toMs: number
}

/** A location's prices and its energies of a span, as far back as its bill needs them. */
export async function readPricedLocation(
  db: Queryable,
  row: PricedLocationRow,
  span: Span,
  also?: NamedInTerms,
): Promise<PricedEnergies> {
  const [priced] = await buildPricingWorlds(db, [row], span, also)
  return { ...priced!, ...(await readBilledEnergies(db, row, span)) }
}

/** The energies of a location in a span, as far back as its bill needs them. */
export function readBilledEnergies(
  db: Queryable,
  row: PricedLocationRow,
  span: Span,
): Promise<LocationEnergies> {
  const of = { locationId: row.location_id, abstractDeviceId: row.device?.id ?? null }
  const { since, until } = energySpan(span, row.time_zone)
  return readLocationQuarterHours(db, of, since, until)
}

/**
 * The energies that the bill of a span needs: a month's peaks and tiers depend on all of it so far. A day more on both
 * sides, since prices may follow another clock than the location's.
 */
export function energySpan({ fromMs, toMs }: Span, timeZone: string): { since: number; until: number } {
  const since = Date.parse(`${dayAt(fromMs - dayMs, timeZone).slice(0, 7)}-01T00:00Z`) - dayMs
  return { since, until: Math.ceil(toMs / quarterMs) * quarterMs + dayMs }
}
