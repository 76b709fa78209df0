import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { PhaseOrder } from '@ohmstead/domain/fleet/swapped-phases'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ControllerAccount } from '../../platform/mqtt/broker-credentials.ts'
import type { MqttPasswordHashes } from './mqtt-password.ts'

export interface ControllerRow {
  id: number
  unit_id: string
  protocol: string
  location_id: number | null
  released_at: number | null
  online: boolean
  period_seconds: number | null
  revoked_at: number | null
  clock_offset_ms: number | null
  clock_checked_at: number | null
  clock_wrong: boolean
}

export function findControllersBySerial(db: Queryable, serials: readonly string[]): Promise<ControllerRow[]> {
  return db.rows<ControllerRow>(
    sql`select id, unit_id, protocol, location_id, released_at, online, period_seconds, revoked_at, clock_offset_ms, clock_checked_at, clock_wrong
        from controller where unit_id = any(${serials}::text[])`,
  )
}

export interface DeviceRow {
  id: number
  location_id: number
  controller_id: number
  source_key: string
  key: string
  category: DeviceCategory
  metrics: string[]
  params: { name: string; value: unknown }[]
  is_reversed: boolean
  phase_order: PhaseOrder
  reversals: number[]
  newest_at: number | null
  period_seconds: number | null
}

export function findDevicesOfControllers(
  db: Queryable,
  controllerIds: readonly number[],
): Promise<DeviceRow[]> {
  return db.rows<DeviceRow>(
    sql`select id, location_id, controller_id, source_key, key, category, metrics, params, is_reversed, phase_order,
          reversals::float8[] as reversals, newest_at, period_seconds
        from device where controller_id = any(${controllerIds}::int[])`,
  )
}

/** Of each of these serials, in their order; undefined for an unknown one. */
export async function findCredentials(db: Queryable, serials: readonly string[]) {
  const rows = await db.rows<{
    id: number
    unit_id: string
    mqtt_password_hash: Uint8Array | null
    http_token_hash: Uint8Array | null
    revoked_at: number | null
    has_broker_hashes: boolean
  }>(
    sql`select id, unit_id, mqtt_password_hash, http_token_hash, revoked_at,
          mqtt_password_rabbitmq is not null as has_broker_hashes from controller where unit_id = any(${serials}::text[])`,
  )
  const found = new Map(rows.map((row) => [row.unit_id, row]))
  return serials.map((serial) => found.get(serial))
}

export async function findSerialByToken(db: Queryable, tokenHash: Uint8Array): Promise<string | null> {
  const row = await db.row<{ unit_id: string }>(
    sql`select unit_id from controller where http_token_hash = ${tokenHash} and revoked_at is null`,
  )
  return row?.unit_id ?? null
}

export async function findActiveSerials(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ unit_id: string }>(
    sql`select unit_id from controller where revoked_at is null`,
  )
  return rows.map((row) => row.unit_id)
}

export function findActivePasswords(db: Queryable) {
  return db.rows<{ unit_id: string; mqtt_password_hash: Uint8Array | null }>(
    sql`select unit_id, mqtt_password_hash from controller where revoked_at is null`,
  )
}

/** Of every controller that has had a password, also of revoked ones. */
export async function findBrokerAccounts(db: Queryable): Promise<ControllerAccount[]> {
  const rows = await db.rows<{
    unit_id: string
    is_revoked: boolean
    rabbitmq: Uint8Array | null
    mosquitto: Uint8Array | null
  }>(
    sql`select unit_id, revoked_at is not null as is_revoked, mqtt_password_rabbitmq as rabbitmq,
          mqtt_password_mosquitto as mosquitto
        from controller where (revoked_at is not null or mqtt_password_hash is not null) and strpos(unit_id, '~') = 0`,
  )
  return rows.map(({ unit_id: serial, is_revoked: isRevoked, rabbitmq, mosquitto }) => ({
    serial,
    isRevoked,
    hashes: rabbitmq && mosquitto && { rabbitmq, mosquitto },
  }))
}

/** Keeps a password in the forms of brokers, unless it has been replaced meanwhile. */
export async function saveBrokerHashes(
  db: Queryable,
  id: number,
  { own, rabbitmq, mosquitto }: MqttPasswordHashes,
): Promise<void> {
  await db.run(
    sql`update controller set mqtt_password_rabbitmq = ${rabbitmq}, mqtt_password_mosquitto = ${mosquitto}
        where id = ${id} and mqtt_password_hash = ${own}`,
  )
}

export async function findPlan(db: Queryable, serial: string): Promise<object | null> {
  const row = await db.row<{ plan: object | null }>(
    sql`select plan from controller where unit_id = ${serial} and revoked_at is null and location_id is not null`,
  )
  return row?.plan ?? null
}
