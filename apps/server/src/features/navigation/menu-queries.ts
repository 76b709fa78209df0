import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { LocationMenuSource } from '@ohmstead/domain/menu/build-location-menu'
import type { MenuSource } from '@ohmstead/domain/menu/build-place-menu'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { viewedLocationIds, visibleLocation } from '../companies/company-queries.ts'

/** The companies an actor runs; undefined means all of them. */
export function runCompanyIds(actor: Actor): readonly number[] | undefined {
  const role = activeRole(actor)
  if (role === 'ROLE_SUPER_ADMIN') return undefined
  return role === 'ROLE_AGGREGATOR' ? actor.companyIds : []
}

/** The companies in which an actor has single locations. */
export async function findEntryCompanyIds(db: Queryable, actor: Actor): Promise<number[]> {
  const rows = await db.rows<{ company_id: number }>(
    sql`select distinct company_id from location where id = any(${viewedLocationIds(actor)}::int[])`,
  )
  return rows.map((row) => row.company_id)
}

/** Companies with their groups and with the locations in them that the actor sees. */
export async function findPlaces(
  db: Queryable,
  actor: Actor,
  companyIds: readonly number[],
): Promise<MenuSource> {
  const companies = await db.rows<{ id: number; name: string; rootGroupId: number }>(
    sql`select id, name, root_group_id as "rootGroupId" from company where id = any(${companyIds}::int[])`,
  )
  const groups = await db.rows<MenuSource['groups'][number]>(sql`
    select id, company_id as "companyId", parent_id as "parentId", name
    from location_group where company_id = any(${companyIds}::int[])`)
  const locations = await db.rows<MenuSource['locations'][number]>(sql`
    select l.id, l.company_id as "companyId", l.location_group_id as "locationGroupId", l.name,
      exists (select from device where device.location_id = l.id and deleted_at is null)
        or exists (select from device_group where device_group.location_id = l.id) as "hasDevices"
    from location l where l.company_id = any(${companyIds}::int[]) and ${visibleLocation(actor)}`)
  return { companies, groups, locations }
}

export async function findLocationInside(db: Queryable, locationId: number): Promise<LocationMenuSource> {
  const groups = await db.rows<{ id: number; name: string }>(
    sql`select id, name from device_group where location_id = ${locationId} order by position, id`,
  )
  const devices = await db.rows<{
    id: number
    key: string
    name: string
    category: DeviceCategory
    deviceGroupId: number | null
    controllerId: number
  }>(sql`
    select id, key, name, category, device_group_id as "deviceGroupId", controller_id as "controllerId"
    from device where location_id = ${locationId} and deleted_at is null`)
  return { groups, devices }
}
