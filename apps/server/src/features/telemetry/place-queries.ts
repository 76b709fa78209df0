import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export async function findTimeZone(db: Queryable, locationId: number): Promise<string | null> {
  const row = await db.row<{ time_zone: string }>(
    sql`select time_zone from location where id = ${locationId}`,
  )
  return row?.time_zone ?? null
}

export interface DeviceRow {
  id: number
  location_id: number
  key: string
  category: DeviceCategory
  device_group_id: number | null
}

/** All devices of the locations, including removed ones, since their energy stays in the history. */
export async function findDevices(db: Queryable, locationIds: readonly number[]): Promise<DeviceRow[]> {
  return db.rows<DeviceRow>(
    sql`select id, location_id, key, category, device_group_id from device where location_id = any(${locationIds}::int[])`,
  )
}

/** Devices that were turned round, and when. */
export async function findReversedDevices(
  db: Queryable,
  locationIds: readonly number[],
): Promise<{ location_id: number; key: string; category: DeviceCategory; reversals: number[] }[]> {
  return db.rows(
    sql`select location_id, key, category, reversals::float8[] as reversals from device
        where location_id = any(${locationIds}::int[]) and reversals <> '{}'`,
  )
}

/** Key and category of some devices, as one JSON text per location. */
export async function findDeviceTexts(
  db: Queryable,
  locationIds: readonly number[],
  keys: readonly string[],
): Promise<{ location_id: number; list: string }[]> {
  return db.rows(
    sql`select location_id, json_agg(json_build_array(key, category) order by key)::text as list
        from device where location_id = any(${locationIds}::int[]) and key = any(${keys}::text[])
        group by location_id`,
  )
}

export async function hasDeviceGroup(
  db: Queryable,
  locationId: number,
  deviceGroupId: number,
): Promise<boolean> {
  const row = await db.row(
    sql`select 1 from device_group where location_id = ${locationId} and id = ${deviceGroupId}`,
  )
  return row !== undefined
}

export interface GroupLocationRow {
  id: number
  company_id: number
  time_zone: string
}

/** The locations of a group and of all groups below it. */
export async function findLocationsOfGroup(
  db: Queryable,
  locationGroupId: number,
): Promise<GroupLocationRow[]> {
  return db.rows<GroupLocationRow>(
    sql`with recursive below as (
          select id from location_group where id = ${locationGroupId}
          union all
          select child.id from location_group child join below on child.parent_id = below.id
        )
        select id, company_id, time_zone from location 
        where location_group_id in (select id from below) and deletion_due_at is null order by id`,
  )
}
