import type { PriceListTerms, RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { Queryable } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'

export const flatTerms: PriceListTerms = {
  currency: 'EUR',
  isMultiTariff: false,
  highTariff: { fromMinute: 360, toMinute: 1320, onWorkdaysOnly: true },
  hasExportPrice: false,
  buy: { kind: 'fixed', t0: '0.12', t1: null, t2: null },
  sell: null,
  buyFeePerKwh: '0',
  sellFeePerKwh: '0',
  monthlyFees: [],
  network: { kind: 'none' },
  taxes: { published: false, rows: [] },
}

type Owner = { companyId: number } | { userId: number }
const ownerOf = (owner: Owner) =>
  'companyId' in owner ? ([owner.companyId, null] as const) : ([null, owner.userId] as const)

/** A price list that holds from 2020 on. */
export async function insertPriceList(
  db: Queryable,
  owner: Owner,
  terms: Partial<PriceListTerms> = {},
  name = 'Flat',
): Promise<number> {
  const [companyId, userId] = ownerOf(owner)
  const row = await db.row<{ id: number }>(sql`
    insert into price_list (company_id, user_id, name, utility, country_code, valid_from, terms, created_at, updated_at)
    values (${companyId}, ${userId}, ${name}, 'GEN-I', 'SI', '2020-01-01',
      ${JSON.stringify({ ...flatTerms, ...terms })}::jsonb, now(), now()) returning id`)
  return row!.id
}

export async function insertRatePlan(
  db: Queryable,
  owner: Owner,
  entries: readonly RatePlanEntry[],
  name = 'Plan',
): Promise<number> {
  const [companyId, userId] = ownerOf(owner)
  const row = await db.row<{ id: number }>(sql`
    insert into rate_plan (company_id, user_id, name, created_at, updated_at)
    values (${companyId}, ${userId}, ${name}, now(), now()) returning id`)
  for (const { priceListId, validFrom, validTo } of entries)
    await db.run(sql`
      insert into rate_plan_entry (rate_plan_id, price_list_id, valid_from, valid_to)
      values (${row!.id}, ${priceListId}, ${validFrom}, ${validTo})`)
  return row!.id
}
