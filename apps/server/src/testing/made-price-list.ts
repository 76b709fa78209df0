import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import type { Queryable } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'
import { flatTerms } from './insert-price-list.ts'

/** Terms of a list with one price, in EUR. */
export const oneTariff: PriceListTerms = {
  ...flatTerms,
  buy: { kind: 'fixed', t0: '0.1199', t1: null, t2: null },
}

/** A price list as a person writes it. */
export const writtenList = {
  name: 'Basic',
  utility: 'GEN-I',
  countryCode: 'SI',
  validFrom: '2026-01-01',
  validTo: null,
  terms: oneTariff,
  reason: null,
}

/** Makes a plan the one of a location. */
export function assignPlan(db: Queryable, locationId: number, planId: number): Promise<number> {
  return db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, updated_at) values (${locationId}, ${planId}, now())
    on conflict (location_id) do update set rate_plan_id = excluded.rate_plan_id`)
}
