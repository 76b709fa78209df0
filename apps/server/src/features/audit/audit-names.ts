import type { AuditEntryView, AuditNames } from '@ohmstead/contract/audit'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** Whose names a reader may see: those of these companies, or of all (null), and what is at one location. */
export interface NameScope {
  companyIds: readonly number[] | null
  locationId?: number
}

const ofCompanies = (column: Sql, { companyIds, locationId }: NameScope): Sql =>
  companyIds === null
    ? sql`true`
    : sql`(${column} = any(${companyIds}::int[])
        or ${column} = (select company_id from location where id = ${locationId ?? null}::int))`

type NameQuery = (ids: readonly number[], scope: NameScope) => Sql

const ofCompany: NameQuery = (ids, scope) =>
  sql`select id, name from company where id = any(${ids}::int[]) and ${ofCompanies(sql`id`, scope)}`
// Whoever reads that a location has another owner may know who that is, as on the page of the location.
const ofPerson: NameQuery = (ids) => sql`
  select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name from app_user
  where id = any(${ids}::int[])`
const ofGroup: NameQuery = (ids, scope) => sql`
  select id, name from location_group
  where id = any(${ids}::int[]) and ${ofCompanies(sql`company_id`, scope)}`
const ofDevice: NameQuery = (ids, scope) => sql`
  select d.id, d.name from device d join location l on l.id = d.location_id
  where d.id = any(${ids}::int[]) and ${ofCompanies(sql`l.company_id`, scope)}
    and d.location_id = coalesce(${scope.locationId ?? null}::int, d.location_id)`
/** By its code, which every language has a name for. */
const ofCountry: NameQuery = (ids) => sql`select id, code as name from country where id = any(${ids}::int[])`

/** The fields that contain ids, and where their names are. */
const queries: Readonly<Record<string, NameQuery>> = {
  companyId: ofCompany,
  companyIds: ofCompany,
  countryId: ofCountry,
  defaultLocationGroupId: ofGroup,
  deviceIds: ofDevice,
  ownerId: ofPerson,
}

/** Today's names of the ids in entries; deleted things, or those the reader may not know, have none. */
export async function findAuditNames(
  db: Queryable,
  entries: readonly AuditEntryView[],
  scope: NameScope,
): Promise<AuditNames> {
  const names: AuditNames = {}
  for (const [field, query] of Object.entries(queries)) {
    const ids = new Set(
      entries
        .flatMap(({ before, after }) => [before?.[field], after?.[field]])
        .flat()
        .filter((id): id is number => Number.isInteger(id)),
    )
    if (ids.size === 0) continue
    const rows = await db.rows<{ id: number; name: string }>(query([...ids], scope))
    if (rows.length > 0) names[field] = Object.fromEntries(rows.map(({ id, name }) => [id, name]))
  }
  return names
}
