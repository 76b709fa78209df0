import type { DeviceParam } from '@ohmstead/contract/controller-messages'
import type { DevicePageView, DeviceParameterView, RemovedDeviceView } from '@ohmstead/contract/devices'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { communicationError, stateAt } from '../controllers/controller-page-queries.ts'

export interface DeviceRow extends Omit<DevicePageView, 'parameters'> {
  params: DeviceParam[]
}

/** A device, also one that was removed. */
export function findDevice(
  db: Queryable,
  locationId: number,
  deviceId: number,
): Promise<DeviceRow | undefined> {
  return db.row<DeviceRow>(
    sql`select d.id, d.key, d.source_key, d.name, d.category, d.model, d.serial, d.controller_id,
          c.unit_id as controller_unit_id, c.alias as controller_alias, c.online as controller_online,
          d.device_group_id, d.metrics, d.params, d.newest_at, d.removed_by_person as is_removed,
          (select json_build_object('id', o.id, 'name', o.name, 'controller_id', o.controller_id)
            from device o where o.id = d.replaces_device_id) as replaces,
          (select json_build_object('id', n.id, 'name', n.name, 'controller_id', n.controller_id)
            from device n where n.replaces_device_id = d.id) as replaced_by,
          ${communicationError} as has_communication_error
        from device d join controller c on c.id = d.controller_id
        where d.location_id = ${locationId} and d.id = ${deviceId}
          and (d.deleted_at is null or d.removed_by_person)`,
  )
}

/** Others who change it wait for the end of the transaction. */
export async function lockDevices(tx: Queryable, deviceIds: readonly number[]): Promise<void> {
  await tx.rows(sql`select 1 from device where id = any(${deviceIds}::int[]) order by id for update`)
}

/** The last change of each parameter of a device, in the last 90 days. */
export function findParameterChanges(
  db: Queryable,
  { controller_id, source_key }: Pick<DeviceRow, 'controller_id' | 'source_key'>,
  now: number,
): Promise<(NonNullable<DeviceParameterView['change']> & { name: string })[]> {
  return db.rows<NonNullable<DeviceParameterView['change']> & { name: string }>(
    sql`select distinct on (m.args ->> 'param') m.args ->> 'param' as name, m.id::text as command_id,
          m.args -> 'value' as value, ${stateAt(now)} as state, m.text, m.created_at as at,
          case when u.id is not null then json_build_object('id', u.id, 'first_name', u.first_name,
            'last_name', u.last_name) end as by
        from command m left join app_user u on u.id = m.created_by
        where m.controller_id = ${controller_id} and m.op = 'set' and m.args ->> 'device' = ${source_key}
        order by m.args ->> 'param', m.created_at desc, (m.state in ('sent', 'accepted')) desc, m.id`,
  )
}

/** How many commands a controller has not finished yet. */
export async function countOpenCommands(db: Queryable, controllerId: number, now: number): Promise<number> {
  const row = await db.row<{ open: number }>(
    sql`select count(*) as open from command m
        where m.controller_id = ${controllerId} and m.state = 'sent' and m.expires_at >= ${new Date(now)}`,
  )
  return row!.open
}

/** Hidden until a person brings it back; what its controller still sends of it does not. */
export async function removeDevice(tx: Queryable, deviceId: number, now: number): Promise<void> {
  const instant = new Date(now)
  await tx.run(
    sql`update device set deleted_at = ${instant}, removed_by_person = true where id = ${deviceId}`,
  )
  await tx.run(
    sql`update alarm set status = 'CLEARED', cleared_at = ${instant} where device_id = ${deviceId} and status <> 'CLEARED'`,
  )
}

export async function restoreDevice(tx: Queryable, deviceId: number): Promise<void> {
  await tx.run(sql`update device set deleted_at = null, removed_by_person = false where id = ${deviceId}`)
}

/** Those that a person removed, of controllers that are still there. */
export function findRemovedDevices(db: Queryable, locationId: number): Promise<RemovedDeviceView[]> {
  return db.rows<RemovedDeviceView>(
    sql`select d.id, d.name, d.category, d.model, c.unit_id as controller_unit_id
        from device d join controller c on c.id = d.controller_id
        where d.location_id = ${locationId} and d.removed_by_person and c.revoked_at is null
          and not exists (select from device n where n.replaces_device_id = d.id) order by d.id`,
  )
}
