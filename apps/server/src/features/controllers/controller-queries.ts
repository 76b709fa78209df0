import type { RefusalReason } from '@ohmstead/contract/controller-messages'
import type { ControllerClock, DeviceView } from '@ohmstead/contract/controllers'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { MqttPasswordHashes } from '../link/mqtt-password.ts'

export interface ControllerRow {
  id: number
  unit_id: string
  kind: ControllerKind
  protocol: string
  alias: string | null
  online: boolean
  online_changed_at: number | null
  last_seen_at: number | null
  linked_at: number | null
  created_at: number
  info: Record<string, unknown>
  inventory_rev: number | null
  enrol_allowed: boolean
  is_from_stock: boolean
  clock: ControllerClock | null
}

/** The clock of a controller `c` in the contract's form. */
export const clockColumn = sql`case when c.clock_checked_at is not null then json_build_object('offset_ms', c.clock_offset_ms,
  'is_wrong', c.clock_wrong, 'checked_at', floor(extract(epoch from c.clock_checked_at) * 1000)) end as clock`

export function findControllers(db: Queryable, locationId: number): Promise<ControllerRow[]> {
  return db.rows<ControllerRow>(
    sql`select id, unit_id, kind, protocol, alias, online, online_changed_at, last_seen_at, linked_at, created_at, info, inventory_rev,
          enrol_allowed, stock_company_id is not null as is_from_stock, ${clockColumn}
        from controller c where location_id = ${locationId} and revoked_at is null order by id`,
  )
}

/** Those of a location, and those that a person has added anywhere; removed ones do not count. */
export async function countControllers(
  db: Queryable,
  { locationId, userId }: { locationId: number; userId: number },
): Promise<{ at_location: number; of_person: number }> {
  const row = await db.row<{ at_location: number; of_person: number }>(sql`
    select count(*) filter (where location_id = ${locationId}) as at_location,
      count(*) filter (where created_by = ${userId}) as of_person
    from controller where revoked_at is null and (location_id = ${locationId} or created_by = ${userId})`)
  return row!
}

/** Adding another one for the same person waits for the end of the transaction. */
export async function lockControllersOf(tx: Queryable, userId: number): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('controllers of a person'), ${userId}::int)`)
}

/** Whether the location exists and is not deleted; deleting it waits for the end of the transaction. */
export async function holdLocation(tx: Queryable, locationId: number): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 from location where id = ${locationId} and deletion_due_at is null for share`,
  )
  return row !== undefined
}

export interface RefusalRow {
  controller_id: number
  reason: RefusalReason
  count: number
  first_at: number
  last_at: number
  last_detail: string | null
}

export function findRefusals(db: Queryable, controllerIds: readonly number[]): Promise<RefusalRow[]> {
  return db.rows<RefusalRow>(
    sql`select controller_id, reason, count, first_at, last_at, case when reason <> 'failed' then last_detail end as last_detail
        from link_refusal
        where controller_id = any(${controllerIds}::int[]) order by last_at desc, reason`,
  )
}

export function findDevices(db: Queryable, locationId: number): Promise<DeviceView[]> {
  return db.rows<DeviceView>(
    sql`select d.id, d.key, d.source_key, d.name, d.category, d.model, d.serial, d.controller_id,
          c.unit_id as controller_unit_id, d.device_group_id, d.metrics, d.params, d.newest_at
        from device d join controller c on c.id = d.controller_id
        where d.location_id = ${locationId} and d.deleted_at is null order by d.id`,
  )
}

export async function renameDevice(db: Queryable, deviceId: number, name: string): Promise<void> {
  await db.run(sql`update device set name = ${name} where id = ${deviceId}`)
}

/**
 * Of a foreign device, what its owner says it is, or null for what its adapter recognises; whoever edits its mapping
 * meanwhile is told. Returns what was chosen before.
 */
export async function setDeviceCategory(
  db: Queryable,
  {
    deviceId,
    controllerId,
    category,
  }: { deviceId: number; controllerId: number; category: DeviceCategory | null },
): Promise<DeviceCategory | null> {
  const row = await db.row<{ role: DeviceCategory | null }>(sql`
    with changed as (
      update device set category = coalesce(${category}, category) where id = ${deviceId} returning source_key
    ), before as (select id, roles from controller where id = ${controllerId} for no key update)
    update controller set roles = controller.roles - changed.source_key
        || jsonb_strip_nulls(jsonb_build_object(changed.source_key, ${category}::text)),
      mapping_version = mapping_version + 1
    from changed, before where controller.id = before.id
    returning before.roles->>changed.source_key as role`)
  return row!.role
}

export interface NewSecrets {
  mqttPassword: MqttPasswordHashes
  httpTokenHash: Uint8Array
  enrolSecretHash: Uint8Array
}

export async function insertController(
  db: Queryable,
  controller: NewSecrets & {
    serial: string
    kind: ControllerKind
    protocol: string
    alias: string | null
    locationId: number
    userId: number | null
    now: number
  },
): Promise<number> {
  const { serial, kind, protocol, alias, locationId, userId, mqttPassword, httpTokenHash, enrolSecretHash } =
    controller
  const now = new Date(controller.now)
  const row = await db.row<{ id: number }>(
    sql`insert into controller (unit_id, kind, protocol, alias, location_id, linked_at, created_by, mqtt_password_hash,
          mqtt_password_rabbitmq, mqtt_password_mosquitto, http_token_hash, enrol_secret_hash, enrol_allowed, created_at)
        values (${serial}, ${kind}, ${protocol}, ${alias}, ${locationId}, ${now}, ${userId}, ${mqttPassword.own},
          ${mqttPassword.rabbitmq}, ${mqttPassword.mosquitto}, ${httpTokenHash}, ${enrolSecretHash}, true, ${now})
        returning id`,
  )
  return row!.id
}

export function findController(
  db: Queryable,
  { locationId, controllerId }: { locationId: number; controllerId: number },
) {
  return db.row<{
    id: number
    unit_id: string
    kind: ControllerKind
    protocol: string
    is_from_stock: boolean
  }>(
    sql`select id, unit_id, kind, protocol, stock_company_id is not null as is_from_stock from controller
        where id = ${controllerId} and location_id = ${locationId} and revoked_at is null`,
  )
}

/** Whoever knows the new ones keeps the controller: it is no longer one of the stock that the next owner could trust. */
export async function replaceSecrets(
  db: Queryable,
  controllerId: number,
  secrets: NewSecrets,
): Promise<void> {
  await db.run(
    sql`update controller set mqtt_password_hash = ${secrets.mqttPassword.own},
          mqtt_password_rabbitmq = ${secrets.mqttPassword.rabbitmq},
          mqtt_password_mosquitto = ${secrets.mqttPassword.mosquitto}, http_token_hash = ${secrets.httpTokenHash},
          enrol_secret_hash = ${secrets.enrolSecretHash}, enrol_allowed = true, stock_company_id = null, batch_id = null
        where id = ${controllerId}`,
  )
}

/** The row stays for its readings, without its name; it can no longer open a session. */
export async function revokeController(db: Queryable, controllerId: number, now: number): Promise<void> {
  const instant = new Date(now)
  await db.run(
    sql`update controller set revoked_at = ${instant}, location_id = null, alias = null, online = false, online_changed_at = ${instant},
          mqtt_password_hash = null, mqtt_password_rabbitmq = null, mqtt_password_mosquitto = null,
          http_token_hash = null, enrol_secret_hash = null, enrol_allowed = false
        where id = ${controllerId}`,
  )
  await db.run(
    sql`update device set deleted_at = ${instant} where controller_id = ${controllerId} and deleted_at is null`,
  )
  await db.run(
    sql`update alarm set status = 'CLEARED', cleared_at = ${instant} where controller_id = ${controllerId} and status <> 'CLEARED'`,
  )
}
