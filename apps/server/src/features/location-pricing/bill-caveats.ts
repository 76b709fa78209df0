import type { Queryable } from '../../platform/db/db.ts'
import { sharesEnergy } from '../energy-sharing/find-membership.ts'
import type { PricedLocationRow } from './location-pricing-queries.ts'
import { findPricingPoint } from './pricing-point.ts'

export type BillCaveat = 'netMetering' | 'sharing'

/**
 * What a bill of the location over days leaves out. Every kilowatt-hour is charged: what is netted over a year is no matter
 * of a month, and what was shared is settled apart.
 */
export async function findBillCaveats(
  db: Queryable,
  row: PricedLocationRow,
  days: { from: string; to: string },
): Promise<BillCaveat[]> {
  return [
    ...(findPricingPoint(row)?.info.netMetering ? ['netMetering' as const] : []),
    ...((await sharesEnergy(db, { kind: 'location', locationId: row.location_id }, days))
      ? ['sharing' as const]
      : []),
  ]
}
