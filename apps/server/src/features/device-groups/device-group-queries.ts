import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface DeviceGroupRow {
  id: number
  name: string
  deviceIds: number[]
}

export function findDeviceGroup(
  db: Queryable,
  locationId: number,
  groupId: number,
): Promise<DeviceGroupRow | undefined> {
  return db.row<DeviceGroupRow>(sql`
    select id, name, (select coalesce(json_agg(device.id order by device.id), '[]') from device
      where device_group_id = device_group.id and deleted_at is null) as "deviceIds"
    from device_group where id = ${groupId} and location_id = ${locationId}`)
}

export async function insertDeviceGroup(db: Queryable, locationId: number, name: string): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into device_group (location_id, name, position)
    select ${locationId}, ${name}, coalesce(max(position) + 1, 0) from device_group where location_id = ${locationId}
    returning id`)
  return row!.id
}

export function renameDeviceGroup(
  db: Queryable,
  locationId: number,
  groupId: number,
  name: string,
): Promise<number> {
  return db.run(
    sql`update device_group set name = ${name} where id = ${groupId} and location_id = ${locationId}`,
  )
}

/** Makes exactly the given devices the group's; returns how many of them are devices of the location. */
export async function setDevicesOfGroup(
  db: Queryable,
  locationId: number,
  groupId: number,
  deviceIds: readonly number[],
): Promise<number> {
  await db.run(sql`
    update device set device_group_id = null
    where device_group_id = ${groupId} and location_id = ${locationId} and not id = any(${deviceIds}::int[])`)
  return db.run(sql`
    update device set device_group_id = ${groupId} where location_id = ${locationId} and id = any(${deviceIds}::int[])`)
}

export function deleteDeviceGroup(db: Queryable, locationId: number, groupId: number): Promise<number> {
  return db.run(sql`delete from device_group where id = ${groupId} and location_id = ${locationId}`)
}
