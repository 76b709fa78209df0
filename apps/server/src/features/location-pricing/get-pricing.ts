import { dayAt } from '@ohmstead/domain/time/days'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { getPriceLists } from '../price-lists/price-list-queries.ts'
import { findPricedLocations, type PricedLocationRow } from './location-pricing-queries.ts'
import { toPricingView } from './pricing-view.ts'

export async function getPricedRow(db: Queryable, locationId: number): Promise<PricedLocationRow> {
  const [row] = await findPricedLocations(db, [locationId])
  if (!row) throw new AppError('not_found')
  return row
}

export async function getPricing(
  db: Queryable,
  locationId: number,
  { userId, now }: { userId: number; now: number },
) {
  const row = await getPricedRow(db, locationId)
  const ids = row.plan?.entries.map(({ priceListId }) => priceListId) ?? []
  const lists = await getPriceLists(db, [...new Set(ids)])
  return { pricing: toPricingView(row, lists, { userId, today: dayAt(now, row.time_zone) }) }
}
