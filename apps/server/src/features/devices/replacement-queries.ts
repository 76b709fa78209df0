import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface ReplaceableRow {
  id: number
  key: string
  name: string
  category: DeviceCategory
  model: string | null
  serial: string | null
  controller_id: number
  controller_unit_id: string
  period_seconds: number | null
  device_group_id: number | null
  replaces_device_id: number | null
  /** Another device took over from it. */
  is_replaced: boolean
}

/** All devices of a location, also hidden ones and those of controllers that are gone. */
export function findAllDevices(db: Queryable, locationId: number): Promise<ReplaceableRow[]> {
  return db.rows<ReplaceableRow>(
    sql`select d.id, d.key, d.name, d.category, d.model, d.serial, d.controller_id,
          split_part(c.unit_id, '~', 1) as controller_unit_id, d.period_seconds, d.device_group_id,
          d.replaces_device_id, exists (select from device n where n.replaces_device_id = d.id) as is_replaced
        from device d join controller c on c.id = d.controller_id
        where d.location_id = ${locationId} order by d.id`,
  )
}

/** Two people who replace devices of one location do so one after the other. */
export async function lockReplacements(tx: Queryable, locationId: number): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('replaced devices'), ${locationId})`)
}

export async function linkReplacement(
  tx: Queryable,
  { deviceId, replaces, now }: { deviceId: number; replaces: number | null; now: number },
): Promise<void> {
  await tx.run(
    sql`update device set replaces_device_id = ${replaces},
          replaces_since = ${replaces === null ? null : new Date(now)} where id = ${deviceId}`,
  )
}

/** The new one stands where the old one stood, unless a person has put it elsewhere. */
export async function takeGroup(tx: Queryable, deviceId: number, oldId: number): Promise<void> {
  await tx.run(
    sql`update device set device_group_id = (select device_group_id from device where id = ${oldId})
        where id = ${deviceId} and device_group_id is null`,
  )
}
