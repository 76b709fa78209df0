import type { SpotPrices } from '@ohmstead/pricing/pricing-world'
import { buildSpotPrices } from '@ohmstead/pricing/spot/build-spot-prices'
import type { Queryable } from '../../platform/db/db.ts'
import { findCurrentDays } from './spot-day-queries.ts'

/** The day-ahead prices of a zone that are known between two instants, for the price engine. */
export async function findSpotPrices(
  db: Queryable,
  region: string,
  fromMs: number,
  toMs: number,
): Promise<SpotPrices> {
  return buildSpotPrices(await findCurrentDays(db, region, fromMs, toMs), fromMs, toMs)
}
