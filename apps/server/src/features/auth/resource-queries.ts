import type { Actor, Resource } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * The resource named by the ids of a path, or null. The narrowest id decides; a wider one in the same path must contain
 * it, so that an address with a foreign company before an own location does not exist. A controller alone is at its location.
 */
export async function findResource(
  db: Queryable,
  actor: Actor,
  params: Record<string, unknown>,
): Promise<Resource | null> {
  const { companyId, locationGroupId, locationId, controllerId } = params as Partial<Record<string, number>>
  const own = actor.locations.map((entry) => entry.id)
  const fits = (resource: { companyId: number } | null) =>
    companyId === undefined || resource?.companyId === companyId
  let resource: Resource | null = null
  if (locationId !== undefined) resource = await findLocation(db, locationId, locationGroupId)
  else if (locationGroupId !== undefined) resource = await findGroup(db, locationGroupId, own)
  else if (companyId !== undefined) resource = await findCompany(db, companyId, own)
  else if (controllerId !== undefined) resource = await findLocationOfController(db, controllerId)
  return fits(resource) ? resource : null
}

async function findLocation(
  db: Queryable,
  locationId: number,
  groupId: number | undefined,
): Promise<Resource | null> {
  const row = await db.row<{
    company_id: number
    location_group_id: number
    owner_id: number | null
    is_being_deleted: boolean
  }>(sql`
    select company_id, location_group_id, owner_id, deletion_due_at is not null as is_being_deleted
    from location where id = ${locationId}`)
  if (!row || (groupId !== undefined && row.location_group_id !== groupId)) return null
  const { company_id: companyId, owner_id: ownerId, is_being_deleted: isBeingDeleted } = row
  return { kind: 'location', companyId, locationId, ownerId, isBeingDeleted }
}

async function findLocationOfController(db: Queryable, controllerId: number): Promise<Resource | null> {
  const row = await db.row<{ location_id: number }>(
    sql`select location_id from controller
        where id = ${controllerId} and location_id is not null and revoked_at is null`,
  )
  return row ? findLocation(db, row.location_id, undefined) : null
}

async function findGroup(db: Queryable, groupId: number, own: number[]): Promise<Resource | null> {
  const row = await db.row<{ company_id: number; own: number[] }>(sql`
    with recursive subtree as (
      select id, company_id from location_group where id = ${groupId}
      union all
      select child.id, child.company_id from location_group child join subtree on child.parent_id = subtree.id
    )
    select company_id, (select coalesce(json_agg(id), '[]') from location
      where id = any(${own}::int[]) and location_group_id in (select id from subtree)) as own
    from subtree where id = ${groupId}`)
  return row ? { kind: 'group', companyId: row.company_id, ownLocationIds: row.own } : null
}

async function findCompany(db: Queryable, companyId: number, own: number[]): Promise<Resource | null> {
  const row = await db.row<{ own: number[] }>(sql`
    select (select coalesce(json_agg(id), '[]') from location
      where id = any(${own}::int[]) and company_id = company.id) as own
    from company where id = ${companyId}`)
  return row ? { kind: 'company', companyId, ownLocationIds: row.own } : null
}
