import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { TimedCorrection } from '@ohmstead/domain/fleet/device-correction'
import type { PhaseOrder } from '@ohmstead/domain/fleet/swapped-phases'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface CheckedDevice {
  id: number
  controller_id: number
  serial: string
  protocol: string
  key: string
  name: string
  category: DeviceCategory
  is_reversed: boolean
  phase_order: PhaseOrder
  reversals: number[]
  corrected_at: number | null
}

export function findCheckedDevices(db: Queryable, locationId: number): Promise<CheckedDevice[]> {
  return db.rows<CheckedDevice>(
    sql`select d.id, d.controller_id, c.unit_id as serial, c.protocol, d.key, d.name, d.category, d.is_reversed, d.phase_order,
          d.reversals::float8[] as reversals, d.corrected_at
        from device d join controller c on c.id = d.controller_id
        where d.location_id = ${locationId} and d.deleted_at is null order by d.id`,
  )
}

export interface CheckedPlace {
  latitude: number | null
  longitude: number | null
  time_zone: string
}

export function findPlace(db: Queryable, locationId: number): Promise<CheckedPlace | undefined> {
  return db.row<CheckedPlace>(
    sql`select latitude, longitude, time_zone from location where id = ${locationId}`,
  )
}

export async function correctDevice(
  tx: Queryable,
  deviceId: number,
  { isReversed, phaseOrder, reversals, correctedAt }: TimedCorrection & { correctedAt: number },
): Promise<void> {
  await tx.run(
    sql`update device set is_reversed = ${isReversed}, phase_order = ${phaseOrder},
          reversals = ${reversals}::bigint[], corrected_at = ${new Date(correctedAt)}
        where id = ${deviceId}`,
  )
}

/** Powers that were impossible for their device, as samples. */
export async function findPowersAside(
  db: Queryable,
  controllerIds: readonly number[],
  from: number,
  to: number,
): Promise<{ ts: number; values: Record<string, number> }[]> {
  const rows = await db.rows<{ device_key: string; ts: number; value: number }>(
    sql`select device_key, ts, value from implausible_value
        where controller_id = any(${controllerIds}::int[]) and metric = 'power'
          and ts >= ${new Date(from)} and ts < ${new Date(to)} limit 10000`,
  )
  return rows.map(({ device_key, ts, value }) => ({ ts, values: { [`${device_key}/power`]: value } }))
}
