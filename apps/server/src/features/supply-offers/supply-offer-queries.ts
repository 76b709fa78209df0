import type { SupplyOffer, SupplyOfferTerms } from '@ohmstead/domain/pricing/supply-offer'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'

/** What somebody enters of an offer. */
export interface WrittenOffer extends SupplyOffer {
  source: string
  checkedOn: string
}

export interface OfferRow extends WrittenOffer {
  id: number
  version: number
}

export interface OfferVersionRow extends WrittenOffer {
  version: number
  changedAt: number
  changedBy: string | null
}

const fields: Sql =
  rawSql(`supplier, name, valid_from::text as "validFrom", valid_to::text as "validTo", source,
  checked_on::text as "checkedOn", offer as terms`)

export function findOffers(db: Queryable, countryCode: string | null): Promise<OfferRow[]> {
  return db.rows<OfferRow>(sql`
    select id, version, country_code as "countryCode", ${fields} from supply_offer
    where ${countryCode}::text is null or country_code = ${countryCode}::text order by supplier, name, valid_from, id`)
}

export function findOffer(db: Queryable, offerId: number): Promise<OfferRow | undefined> {
  return db.row<OfferRow>(sql`
    select id, version, country_code as "countryCode", ${fields} from supply_offer where id = ${offerId}`)
}

export function findOfferVersions(db: Queryable, offerId: number): Promise<OfferVersionRow[]> {
  return db.rows<OfferVersionRow>(sql`
    select version, country_code as "countryCode", ${fields}, extract(epoch from changed_at)::float8 * 1000 as "changedAt",
      (select first_name from app_user where app_user.id = changed_by) as "changedBy"
    from supply_offer_version where supply_offer_id = ${offerId} order by version desc`)
}

/** A library offer that exists already stays as it is: null. */
export async function insertOffer(
  tx: Queryable,
  offer: WrittenOffer,
  { libraryKey, now }: { libraryKey: string | null; now: number },
): Promise<number | null> {
  const row = await tx.row<{ id: number }>(sql`
    insert into supply_offer (library_key, country_code, supplier, name, valid_from, valid_to, offer, source, checked_on,
      created_at, updated_at)
    values (${libraryKey}, ${offer.countryCode}, ${offer.supplier}, ${offer.name}, ${offer.validFrom}, ${offer.validTo},
      ${toJson(offer.terms)}::jsonb, ${offer.source}, ${offer.checkedOn}, ${new Date(now)}, ${new Date(now)})
    on conflict (library_key) do nothing returning id`)
  return row?.id ?? null
}

/** Returns 0 if it has another version by now. */
export function updateOffer(
  tx: Queryable,
  offerId: number,
  version: number,
  offer: WrittenOffer,
  now: number,
): Promise<number> {
  return tx.run(sql`
    update supply_offer set country_code = ${offer.countryCode}, supplier = ${offer.supplier}, name = ${offer.name},
      valid_from = ${offer.validFrom}, valid_to = ${offer.validTo}, offer = ${toJson(offer.terms)}::jsonb,
      source = ${offer.source}, checked_on = ${offer.checkedOn}, version = version + 1, updated_at = ${new Date(now)}
    where id = ${offerId} and version = ${version}`)
}

/** Keeps the offer as it stands now as one of its versions. */
export function insertOfferVersion(
  tx: Queryable,
  offerId: number,
  changedBy: number | null,
  now: number,
): Promise<number> {
  return tx.run(sql`
    insert into supply_offer_version (supply_offer_id, version, country_code, supplier, name, valid_from, valid_to, offer,
      source, checked_on, changed_by, changed_at)
    select id, version, country_code, supplier, name, valid_from, valid_to, offer, source, checked_on, ${changedBy}::int,
      ${new Date(now)}
    from supply_offer where id = ${offerId}`)
}

export function deleteOffer(tx: Queryable, offerId: number): Promise<number> {
  return tx.run(sql`delete from supply_offer where id = ${offerId}`)
}

const toJson = (terms: SupplyOfferTerms) => JSON.stringify(terms)
