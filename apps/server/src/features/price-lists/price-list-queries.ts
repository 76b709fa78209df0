import type { Actor } from '@ohmstead/domain/access/permission'
import type { PriceList, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { type Owned, type PriceOwner, readableList } from './price-owner.ts'
import { mostVersions, type VersionFacts, versionFacts } from './price-version-queries.ts'

/** What a person writes of a price list. */
export type PriceListContent = Omit<PriceList, 'id' | 'version'>

export interface PriceListRow extends Owned {
  id: number
  version: number
  name: string
  utility: string
  country_code: string
  valid_from: string
  valid_to: string | null
  terms: PriceListTerms
  supply_offer_id: number | null
  supply_offer_version: number | null
  has_newer_offer: boolean
  updated_at: number
  is_active: boolean
  plan_count: number
  location_count: number
}

/** Price lists by id with the newest of their terms, for whoever already knows that they may be read. */
export async function getPriceLists(db: Queryable, ids: readonly number[]): Promise<PriceList[]> {
  if (ids.length === 0) return []
  return db.rows<PriceList>(sql`
    select id, version, name, utility, country_code as "countryCode", valid_from as "validFrom", valid_to as "validTo",
      terms
    from price_list where id = any(${ids}::int[]) order by id`)
}

/** Lists `p` that satisfy a condition, with how they are used; `day` is today. */
export function findPriceLists(db: Queryable, condition: Sql, day: string): Promise<PriceListRow[]> {
  return db.rows<PriceListRow>(sql`
    select p.id, p.version, p.company_id, p.user_id, p.name, p.utility, p.country_code, p.valid_from, p.valid_to, p.terms,
      p.supply_offer_id, p.supply_offer_version, p.updated_at,
      exists (
        select from supply_offer o
        join supply_offer_version v on v.supply_offer_id = o.id and v.version = p.supply_offer_version
        where o.id = p.supply_offer_id
          and (o.offer <> v.offer or o.valid_from <> v.valid_from or o.valid_to is distinct from v.valid_to)
      ) as has_newer_offer,
      coalesce(used.is_active, false) as is_active, coalesce(used.plans, 0) as plan_count,
      coalesce(used.locations, 0) as location_count
    from price_list p left join (
      select e.price_list_id, count(distinct e.rate_plan_id)::int as plans, count(distinct lp.location_id)::int as locations,
        bool_or(e.valid_from <= ${day}::date and (e.valid_to is null or e.valid_to >= ${day}::date)) as is_active
      from rate_plan_entry e left join location_pricing lp on lp.rate_plan_id = e.rate_plan_id
      group by e.price_list_id
    ) used on used.price_list_id = p.id
    where ${condition} order by lower(p.name), p.id`)
}

/** One that the actor may read. */
export async function findPriceList(
  db: Queryable,
  actor: Actor,
  priceListId: number,
  day: string,
): Promise<PriceListRow | undefined> {
  const [row] = await findPriceLists(db, sql`p.id = ${priceListId} and ${readableList(actor)}`, day)
  return row
}

/** Locks a list against changes, so that what is checked of it still holds when it is written. */
export function lockPriceLists(
  tx: Queryable,
  ids: readonly number[],
): Promise<{ id: number; valid_from: string; valid_to: string | null }[]> {
  return tx.rows(sql`
    select id, valid_from, valid_to from price_list where id = any(${ids}::int[]) order by id for update`)
}

export async function insertPriceList(
  tx: Queryable,
  { companyId, userId }: PriceOwner,
  content: PriceListContent,
  offer: { id: number; version: number } | null,
  now: number,
): Promise<number> {
  const at = new Date(now)
  const { id } = (await tx.row<{ id: number }>(sql`
    insert into price_list (company_id, user_id, name, utility, country_code, valid_from, valid_to, terms,
      supply_offer_id, supply_offer_version, created_at, updated_at)
    values (${companyId}, ${userId}, ${content.name}, ${content.utility}, ${content.countryCode}, ${content.validFrom},
      ${content.validTo}, ${JSON.stringify(content.terms)}::jsonb, ${offer?.id ?? null}, ${offer?.version ?? null}, ${at}, ${at})
    returning id`))!
  return id
}

/** Writes the next version; false if `version` is no longer the newest. */
export async function updatePriceList(
  tx: Queryable,
  priceListId: number,
  version: number,
  content: PriceListContent,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update price_list set name = ${content.name}, utility = ${content.utility}, country_code = ${content.countryCode},
      valid_from = ${content.validFrom}, valid_to = ${content.validTo}, terms = ${JSON.stringify(content.terms)}::jsonb,
      version = version + 1, updated_at = ${new Date(now)}
    where id = ${priceListId} and version = ${version}`)
  return changed === 1
}

export function deletePriceList(tx: Queryable, priceListId: number): Promise<number> {
  return tx.run(sql`delete from price_list where id = ${priceListId}`)
}

/** Keeps the current state of a list as one of its versions. */
export function insertPriceListVersion(
  tx: Queryable,
  priceListId: number,
  { changedBy, reason, now }: VersionFacts,
): Promise<number> {
  return tx.run(sql`
    insert into price_list_version (price_list_id, version, name, utility, valid_from, valid_to, terms, changed_by,
      changed_at, reason)
    select id, version, name, utility, valid_from, valid_to, terms, ${changedBy}::int, ${new Date(now)}, ${reason}
    from price_list where id = ${priceListId}`)
}

export interface PriceListVersionRow {
  version: number
  name: string
  utility: string
  validFrom: string
  validTo: string | null
  terms: PriceListTerms
  changedAt: number
  changedBy: string | null
  reason: string | null
}

/** The newest versions of a list. */
export function findPriceListVersions(db: Queryable, priceListId: number): Promise<PriceListVersionRow[]> {
  return db.rows<PriceListVersionRow>(sql`
    select v.version, v.name, v.utility, v.valid_from as "validFrom", v.valid_to as "validTo", v.terms,
      ${versionFacts}
    from price_list_version v left join app_user u on u.id = v.changed_by
    where v.price_list_id = ${priceListId} order by v.version desc limit ${mostVersions}`)
}
