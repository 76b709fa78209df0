import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { PriceList } from '@ohmstead/domain/pricing/price-list-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { PricesChange } from './prices-change.ts'

/** Why the months of a location were priced again. */
export type RepricingCause =
  | {
      kind: 'priceList'
      id: number
      name: string
      versionBefore: number
      version: number
      reason: string | null
    }
  | { kind: 'ratePlan'; id: number; name: string; reason: string | null }
  | { kind: 'timePlan' | 'networkTariff'; id: number; name: string }
  | { kind: 'exchangeRates'; name: string }
  | { kind: 'locationPlan'; name: string | null; before: string | null }
  | { kind: 'meteringPoint' }

/** What a month came to, in decimals of the currency; null where unknown. */
export interface RepricedMonth {
  /** 'YYYY-MM' */
  month: string
  before: { amount: string | null; currency: CurrencyCode }
  after: { amount: string | null; currency: CurrencyCode }
}

export interface RepricingRow {
  id: number
  cause: RepricingCause
  changed_at: number
  changed_by: string | null
  months: RepricedMonth[]
}

/** The locations whose money a change touches, by id. */
export async function findTouchedLocations(db: Queryable, change: PricesChange): Promise<number[]> {
  if (change.kind === 'location') return [change.locationId]
  if (change.kind === 'locationPlans') return change.before.map(({ location_id }) => location_id)
  const rows = await db.rows<{ location_id: number }>(sql`
    select distinct s.location_id from location_pricing s left join rate_plan_entry e on e.rate_plan_id = s.rate_plan_id
      left join price_list p on p.id = e.price_list_id
    where ${isTouched(change)} order by 1`)
  return rows.map(({ location_id }) => location_id)
}

/** Of the plan of a location `s` with its lists `p`. */
function isTouched(change: Exclude<PricesChange, { kind: 'location' | 'locationPlans' }>): Sql {
  switch (change.kind) {
    case 'priceList':
      return sql`p.id = ${change.priceListId}`
    case 'ratePlan':
      return sql`s.rate_plan_id = ${change.ratePlanId}`
    case 'networkTariff':
      return sql`p.terms -> 'network' ->> 'networkTariffId' = ${String(change.networkTariffId)}`
    case 'exchangeRates':
      return sql`p.terms ->> 'currency' in (${change.from}, ${change.to})`
    case 'timePlan': {
      const named = sql`'$.** ? (@.timePlanId == $id)', jsonb_build_object('id', ${change.timePlanId}::int)`
      return sql`(jsonb_path_exists(p.terms, ${named}) or exists (select from network_tariff n
        where n.id::text = p.terms -> 'network' ->> 'networkTariffId' and jsonb_path_exists(n.periods, ${named})))`
    }
  }
}

/** A list as a version had it. */
export async function findPriceListVersion(
  db: Queryable,
  priceListId: number,
  version: number,
): Promise<PriceList | undefined> {
  return db.row<PriceList>(sql`
    select v.price_list_id as id, v.version, v.name, v.utility, p.country_code as "countryCode",
      v.valid_from as "validFrom", v.valid_to as "validTo", v.terms
    from price_list_version v join price_list p on p.id = v.price_list_id
    where v.price_list_id = ${priceListId} and v.version = ${version}`)
}

export async function findRatePlanName(db: Queryable, ratePlanId: number): Promise<string> {
  const row = await db.row<{ name: string }>(sql`select name from rate_plan where id = ${ratePlanId}`)
  return row?.name ?? ''
}

const listed = 100

export function findRepricings(db: Queryable, locationId: number): Promise<RepricingRow[]> {
  return db.rows<RepricingRow>(sql`
    select r.id, r.cause, r.changed_at, r.months, nullif(trim(u.first_name), '') as changed_by
    from repricing r left join app_user u on u.id = r.changed_by
    where r.location_id = ${locationId} order by r.id desc limit ${listed}`)
}

interface Repricing {
  locationId: number
  cause: RepricingCause
  changedBy: number
  at: number
  months: readonly RepricedMonth[]
}

/** The newest one of a location, if it is of the same cause and recent: edits in a row are one change. */
export function findSameRepricing(
  tx: Queryable,
  { locationId, cause, changedBy, at }: Repricing,
  withinMs: number,
): Promise<Pick<RepricingRow, 'id' | 'cause' | 'months'> | undefined> {
  return tx.row<Pick<RepricingRow, 'id' | 'cause' | 'months'>>(sql`
    select id, cause, months from repricing
    where id = (select max(id) from repricing where location_id = ${locationId})
      and cause ->> 'kind' = ${cause.kind} and ${isSameThing(cause)}
      and changed_by = ${changedBy} and changed_at > ${new Date(at - withinMs)} for update`)
}

/** Of a location's own plan and point there is one each. */
function isSameThing(cause: RepricingCause): Sql {
  if ('id' in cause) return sql`cause ->> 'id' = ${String(cause.id)}`
  return cause.kind === 'exchangeRates' ? sql`cause ->> 'name' = ${cause.name}` : sql`true`
}

export function insertRepricing(tx: Queryable, { locationId, cause, changedBy, at, months }: Repricing) {
  return tx.run(sql`
    insert into repricing (location_id, cause, changed_by, changed_at, months)
    select ${locationId}, ${JSON.stringify(cause)}::jsonb, (select id from app_user where id = ${changedBy}),
      ${new Date(at)}, ${JSON.stringify(months)}::jsonb
    where exists (select from location where id = ${locationId})`)
}

/** Without months nothing is left of it. */
export async function replaceRepricing(
  tx: Queryable,
  id: number,
  { cause, at, months }: Pick<Repricing, 'cause' | 'at' | 'months'>,
): Promise<void> {
  if (months.length === 0) await tx.run(sql`delete from repricing where id = ${id}`)
  else
    await tx.run(sql`
      update repricing set cause = ${JSON.stringify(cause)}::jsonb, changed_at = ${new Date(at)},
        months = ${JSON.stringify(months)}::jsonb
      where id = ${id}`)
}
