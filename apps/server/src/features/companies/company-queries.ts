import type { CompanySummary } from '@ohmstead/contract/companies'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'

interface CompanyRow {
  id: number
  name: string
  root_group_id: number
  is_platform: boolean
  controllers: number
}

interface CompanyDetailRow extends CompanyRow {
  country: { id: number; code: string; name: string }
  contact_email: string | null
  contact_phone: string | null
}

export const viewedLocationIds = (actor: Actor) =>
  actor.locations.filter((entry) => entry.view).map((entry) => entry.id)

/** Locations (as `l`) this actor sees: all, those of own companies, and those with an entry; none that is being deleted. */
export function visibleLocation(actor: Actor): Sql {
  const role = activeRole(actor)
  const kept = rawSql('l.deletion_due_at is null')
  if (role === 'ROLE_SUPER_ADMIN') return kept
  const entries = sql`l.id = any(${viewedLocationIds(actor)}::int[])`
  return role === 'ROLE_AGGREGATOR'
    ? sql`(${kept} and (l.company_id = any(${actor.companyIds}::int[]) or ${entries}))`
    : sql`(${kept} and ${entries})`
}

/** The companies an actor sees: all, own ones, or those around single locations, which count only what is visible. */
export function findCompanies(db: Queryable, actor: Actor): Promise<CompanyRow[]> {
  const role = activeRole(actor)
  const own = sql`c.id = any(${role === 'ROLE_AGGREGATOR' ? actor.companyIds : []}::int[])`
  const around = sql`exists (select from location l where l.company_id = c.id and l.id = any(${viewedLocationIds(actor)}::int[]))`
  return db.rows<CompanyRow>(sql`
    select c.id, c.name, c.root_group_id, c.is_platform, coalesce(counted.controllers, 0) as controllers
    from company c left join (
      select l.company_id, count(*) as controllers
      from controller join location l on l.id = controller.location_id
      where ${visibleLocation(actor)} group by l.company_id
    ) counted on counted.company_id = c.id
    where ${role === 'ROLE_SUPER_ADMIN' ? rawSql('true') : sql`(${own} or ${around})`}`)
}

export function findCompany(
  db: Queryable,
  actor: Actor,
  companyId: number,
): Promise<CompanyDetailRow | undefined> {
  return db.row<CompanyDetailRow>(sql`
    select c.id, c.name, c.root_group_id, c.is_platform, c.contact_email, c.contact_phone,
      json_build_object('id', country.id, 'code', country.code, 'name', country.name) as country,
      (select count(*) from controller join location l on l.id = controller.location_id
        where l.company_id = c.id and ${visibleLocation(actor)}) as controllers
    from company c join country on country.id = c.country_id where c.id = ${companyId}`)
}

export const toCompanyView = ({
  id,
  name,
  root_group_id,
  is_platform,
  controllers,
}: CompanyRow): CompanySummary => ({
  id,
  name,
  isPlatform: is_platform,
  rootGroup: { id: root_group_id },
  assignedControllersCount: controllers,
})

/** The platform's own company, if it exists. */
export async function findPlatformCompany(
  db: Queryable,
): Promise<{ companyId: number; locationGroupId: number } | undefined> {
  return db.row<{ companyId: number; locationGroupId: number }>(sql`
    select id as "companyId", root_group_id as "locationGroupId" from company where is_platform`)
}

/** A company with its root group of the same name. Inside a transaction. */
export async function createCompany(
  tx: Queryable,
  company: {
    name: string
    countryId: number
    contactEmail: string | null
    contactPhone: string | null
    isPlatform?: boolean
  },
): Promise<{ id: number; rootGroupId: number }> {
  const { id } = (await tx.row<{ id: number }>(sql`
    insert into company (name, country_id, contact_email, contact_phone, is_platform)
    values (${company.name}, ${company.countryId}, ${company.contactEmail}, ${company.contactPhone},
      ${company.isPlatform ?? false}) returning id`))!
  const group = (await tx.row<{ id: number }>(sql`
    insert into location_group (company_id, name) values (${id}, ${company.name}) returning id`))!
  await tx.run(sql`update company set root_group_id = ${group.id} where id = ${id}`)
  return { id, rootGroupId: group.id }
}
