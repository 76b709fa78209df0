import type { ChargingRecord, OpenCharging } from '@ohmstead/adapters/charging-record'
import type { ChargingSessionView } from '@ohmstead/contract/charging'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

// A station that begins sessions without end must not fill the database; decades of a busy one.
const mostOfController = 20_000
const mostOpen = 100

/** What a station told of a session; a repetition adds what was missing, and a doubt stays. */
export async function saveCharging(
  db: Queryable,
  { id: controllerId, locationId }: { id: number; locationId: number },
  record: ChargingRecord,
): Promise<void> {
  const { device, transaction, startedAt, meterStartWh, endedAt, energyWh, tag, stopReason, doubt } = record
  await db.run(
    sql`insert into charging_session as known (location_id, controller_id, source_key, transaction_key, started_at,
          meter_start_wh, ended_at, energy_wh, tag, stop_reason, doubt)
        values (${locationId}, ${controllerId}, ${device}, ${transaction}, ${new Date(startedAt)}, ${meterStartWh},
          ${endedAt === null ? null : new Date(endedAt)}, ${energyWh}, ${tag}, ${stopReason}, ${doubt})
        on conflict (controller_id, transaction_key, started_at) do update set
          meter_start_wh = coalesce(known.meter_start_wh, excluded.meter_start_wh),
          ended_at = coalesce(excluded.ended_at, known.ended_at),
          doubt = coalesce(known.doubt, excluded.doubt),
          energy_wh = case when coalesce(known.doubt, excluded.doubt) is null
                      then coalesce(excluded.energy_wh, known.energy_wh) end,
          tag = coalesce(excluded.tag, known.tag),
          stop_reason = coalesce(excluded.stop_reason, known.stop_reason)`,
  )
}

/** Deletes the oldest of a controller beyond the limit. */
export async function boundCharging(db: Queryable, controllerId: number): Promise<void> {
  await db.run(
    sql`delete from charging_session where controller_id = ${controllerId} and id <=
          (select id from charging_session where controller_id = ${controllerId}
           order by id desc offset ${mostOfController} limit 1)`,
  )
}

/** What a station goes on with after a restart of the server; the newest, if it left many open. */
export function findOpenCharging(db: Queryable, serial: string): Promise<OpenCharging[]> {
  return db.rows<OpenCharging>(
    sql`select s.source_key as device, s.transaction_key as transaction, s.started_at as "startedAt",
          s.meter_start_wh as "meterStartWh", s.doubt
        from charging_session s join controller c on c.id = s.controller_id
        where c.unit_id = ${serial} and s.ended_at is null order by s.started_at desc limit ${mostOpen}`,
  )
}

export interface ChargingRow extends ChargingSessionView {
  meter_start_wh: number | null
  device_key: string | null
}

/** The newest sessions of a location, or of one of its devices. */
export function findChargingSessions(
  db: Queryable,
  of: { locationId: number; deviceId: number | null; before: number | null; limit: number },
): Promise<ChargingRow[]> {
  const { locationId, deviceId, before, limit } = of
  return db.rows<ChargingRow>(
    sql`select s.id, d.id as device_id, d.name as device_name, s.started_at, s.ended_at, s.energy_wh, s.tag,
          s.stop_reason, s.doubt, s.meter_start_wh, d.key as device_key
        from charging_session s
        left join device d on d.location_id = s.location_id and d.controller_id = s.controller_id
          and d.source_key = s.source_key
        where s.location_id = ${locationId}
          and (${deviceId}::int is null or d.id = ${deviceId})
          and (${before === null ? null : new Date(before)}::timestamptz is null
            or s.started_at < ${before === null ? null : new Date(before)}::timestamptz)
        order by s.started_at desc, s.id desc limit ${limit}`,
  )
}
