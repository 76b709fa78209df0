import { biddingZones } from '@ohmstead/domain/places/bidding-zones'
import { checkTerms } from '@ohmstead/domain/pricing/check-list-terms'
import type { EnergyPrice, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import type { TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { hasCountry } from '../countries/country-queries.ts'
import type { PriceListContent } from './price-list-queries.ts'

/** Refuses terms that break a rule, or that name a time-of-use plan, a block, a tariff or a region that is not there. */
export async function checkPriceList(db: Queryable, content: PriceListContent): Promise<void> {
  const { terms, validFrom, validTo } = content
  const blocks = await findBlocks(db, timePlansOf(terms))
  const fields: Record<string, string> = {}
  for (const [path, { rule }] of Object.entries(checkTerms(terms, (id) => blocks.get(id) ?? null)))
    fields[`terms.${path}`] = rule
  for (const side of ['buy', 'sell'] as const) {
    const price = terms[side]
    if (price?.kind === 'spot_market' && !biddingZones.some(({ code }) => code === price.region))
      fields[`terms.${side}.region`] = 'required'
  }
  if (validTo !== null && validTo < validFrom) fields.validTo = 'range_reversed'
  if (!(await hasCountry(db, { code: content.countryCode }))) fields.countryCode = 'required'
  if (
    terms.network.kind === 'tariff' &&
    !(await hasTariff(db, terms.network.networkTariffId, terms.currency))
  )
    fields['terms.network.networkTariffId'] = 'required'
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}

function timePlansOf({ buy, sell, network }: PriceListTerms): number[] {
  const prices: (EnergyPrice | null)[] = [buy, sell, network.kind === 'entered' ? network.energy : null]
  return prices.flatMap((price) => (price?.kind === 'time_of_use' ? [price.timePlanId] : []))
}

async function findBlocks(db: Queryable, ids: readonly number[]): Promise<Map<number, TimePlanBlock[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<TimePlanBlock & { time_plan_id: number }>(sql`
    select id, time_plan_id, title, color, type, value::text, tiers from time_plan_block
    where time_plan_id = any(${ids}::int[])`)
  return Map.groupBy(rows, (row) => row.time_plan_id)
}

async function hasTariff(db: Queryable, id: number, currency: string): Promise<boolean> {
  const row = await db.row(sql`select id from network_tariff where id = ${id} and currency = ${currency}`)
  return row !== undefined
}
