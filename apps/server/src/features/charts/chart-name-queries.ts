import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export async function findLocationName(db: Queryable, locationId: number): Promise<string | null> {
  return (
    (await db.row<{ name: string }>(sql`select name from location where id = ${locationId}`))?.name ?? null
  )
}

export async function findDeviceGroupName(
  db: Queryable,
  locationId: number,
  deviceGroupId: number,
): Promise<string | null> {
  const row = await db.row<{ name: string }>(
    sql`select name from device_group where location_id = ${locationId} and id = ${deviceGroupId}`,
  )
  return row?.name ?? null
}

export async function findLocationGroupName(db: Queryable, locationGroupId: number): Promise<string | null> {
  const row = await db.row<{ name: string }>(
    sql`select name from location_group where id = ${locationGroupId}`,
  )
  return row?.name ?? null
}

export interface DeviceNameRow {
  id: number
  key: string
  name: string
}

export async function findDeviceNames(db: Queryable, locationId: number): Promise<DeviceNameRow[]> {
  return db.rows<DeviceNameRow>(sql`select id, key, name from device where location_id = ${locationId}`)
}
