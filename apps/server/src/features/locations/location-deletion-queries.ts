import type { DeletedLocationView } from '@ohmstead/contract/locations'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

/** Locations that are being deleted and that the actor may restore, the next to be deleted first. */
export function findDeletedLocations(
  db: Queryable,
  actor: Actor,
  now: number,
): Promise<DeletedLocationView[]> {
  const role = activeRole(actor)
  const companyIds = role === 'ROLE_AGGREGATOR' ? actor.companyIds : []
  const mine = sql`(l.owner_id = ${actor.userId} or l.company_id = any(${companyIds}::int[]))`
  return db.rows<DeletedLocationView>(sql`
    select l.id, l.name, l.deletion_due_at, l.owner_id is not distinct from ${actor.userId}::int as is_own,
      json_build_object('name', l.time_zone) as timezone, json_build_object('id', c.id, 'name', c.name) as company
    from location l join company c on c.id = l.company_id
    where l.deletion_due_at > ${new Date(now)} and ${role === 'ROLE_SUPER_ADMIN' ? rawSql('true') : mine}
    order by l.deletion_due_at, l.id limit 500`)
}

/** The name of the location, if nobody has deleted it yet. */
export function setLocationDeletionDue(
  tx: Queryable,
  locationId: number,
  dueAt: number,
): Promise<{ name: string; time_zone: string } | undefined> {
  return tx.row<{ name: string; time_zone: string }>(sql`
    update location set deletion_due_at = ${new Date(dueAt)}
    where id = ${locationId} and deletion_due_at is null returning name, time_zone`)
}

export async function hasControllers(tx: Queryable, locationId: number): Promise<boolean> {
  return (await tx.row(sql`select 1 from controller where location_id = ${locationId}`)) !== undefined
}

/** The name of the location, if its time is not over. */
export async function cancelLocationDeletion(
  tx: Queryable,
  locationId: number,
  now: number,
): Promise<string | undefined> {
  const row = await tx.row<{ name: string }>(sql`
    update location set deletion_due_at = null
    where id = ${locationId} and deletion_due_at > ${new Date(now)} returning name`)
  return row?.name
}

export async function findDueLocations(db: Queryable, now: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select id from location where deletion_due_at <= ${new Date(now)} order by deletion_due_at limit 100`)
  return rows.map((row) => row.id)
}

/** The controllers of a location, and former ones that left devices behind. */
export function findControllersOf(
  db: Queryable,
  locationId: number,
): Promise<{ id: number; is_revoked: boolean }[]> {
  return db.rows(sql`
    select id, revoked_at is not null as is_revoked from controller
    where location_id = ${locationId} or id in (select controller_id from device where location_id = ${locationId})
    order by id`)
}

/** Deletes the location with everything that depends on it, the mails that name it, and its already revoked controllers. */
export async function deleteLocation(
  tx: Queryable,
  locationId: number,
  controllerIds: readonly number[],
): Promise<number> {
  const count = await tx.run(sql`delete from location where id = ${locationId}`)
  await tx.run(sql`delete from mail where named_location_id = ${locationId}`)
  await tx.run(sql`
    delete from command where controller_id in (
      select id from controller where id = any(${controllerIds}::int[]) and revoked_at is not null)`)
  await tx.run(sql`
    delete from controller where id = any(${controllerIds}::int[]) and revoked_at is not null
      and not exists (select from device where controller_id = controller.id)`)
  return count
}
