import { type Actor, activeRole, decide } from '@ohmstead/domain/access/permission'
import { includesRole } from '@ohmstead/domain/access/role'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { findResource } from '../auth/resource-queries.ts'
import { createCompany, findPlatformCompany } from '../companies/company-queries.ts'
import { getSiteInfo } from '../site/site-info.ts'

interface RequestedPlace {
  companyId?: number | undefined
  locationGroupId?: number | undefined
  countryCode: string
}

/**
 * The place of a new location in the tree. People who run companies name one of them (or have only one), and perhaps a
 * group in it. A household's location belongs to its company, else to the platform's own place, which no company runs:
 * people who registered with no company have chosen nobody to look after them. Inside a transaction.
 */
export async function choosePlace(
  tx: Queryable,
  actor: Actor,
  requested: RequestedPlace,
): Promise<{ companyId: number; locationGroupId: number }> {
  const runsCompanies = includesRole(activeRole(actor), 'ROLE_AGGREGATOR')
  const companyId =
    requested.companyId ?? (runsCompanies ? onlyCompany(actor) : await findHouseholdCompany(tx, actor))
  if (companyId === undefined) {
    if (runsCompanies) throw new AppError('invalid_request', { fields: { companyId: 'required' } })
    return getPlatformPlace(tx, requested.countryCode)
  }
  if (requested.companyId !== undefined) {
    const resource = await findResource(tx, actor, { companyId })
    if (decide(actor, runsCompanies ? 'company.edit' : 'company.view', resource) !== 'allowed')
      throw new AppError('not_found')
  }
  const group = await tx.row<{ id: number }>(sql`
    select id from location_group where company_id = ${companyId}
      and id = coalesce(${runsCompanies ? (requested.locationGroupId ?? null) : null}::int,
        (select coalesce(default_location_group_id, root_group_id) from company where id = ${companyId}))`)
  if (!group) throw new AppError('not_found')
  return { companyId, locationGroupId: group.id }
}

function onlyCompany(actor: Actor): number | undefined {
  return actor.companyIds.length === 1 ? actor.companyIds[0] : undefined
}

/** Where they registered, else where they have a home already; of several the platform's own, which nobody looks into. */
async function findHouseholdCompany(tx: Queryable, actor: Actor): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(sql`
    select c.id from company c cross join lateral (
      select exists (select from location where company_id = c.id and owner_id = ${actor.userId}) as has_home,
        exists (select from app_user u where u.id = ${actor.userId} and u.company_id = c.id) as is_home
    ) known
    where has_home or is_home order by is_home desc, c.is_platform desc, c.id limit 1`)
  return row?.id
}

/** The platform's own company, created for the first home that needs it. */
async function getPlatformPlace(
  tx: Queryable,
  countryCode: string,
): Promise<{ companyId: number; locationGroupId: number }> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('platform company'))`)
  const existing = await findPlatformCompany(tx)
  if (existing) return existing
  const { platformName } = await getSiteInfo(tx)
  const country = (await tx.row<{ id: number }>(sql`select id from country where code = ${countryCode}`))!
  const made = { name: platformName, countryId: country.id, contactEmail: null, contactPhone: null }
  const { id, rootGroupId } = await createCompany(tx, { ...made, isPlatform: true })
  return { companyId: id, locationGroupId: rootGroupId }
}
