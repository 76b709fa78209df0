import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface AlarmCase {
  locationId: number
  controllerId: number
  deviceId: number | null
  type: AlarmType
  code: string
  text: string | null
  /** Epoch ms. */
  at: number
}

/**
 * Opens an alarm, or counts another recurrence of an open one. A repeated report, or one older than the
 * alarm's clearing, changes nothing. Returns whether an alarm was opened.
 */
export async function raiseAlarm(db: Queryable, alarm: AlarmCase): Promise<boolean> {
  const { locationId, controllerId, deviceId, type, code, text, at } = alarm
  const instant = new Date(at)
  const row = await db.row<{ recurrences: number }>(
    sql`insert into alarm (location_id, controller_id, device_id, type, code, text, first_recurrence_at, last_recurrence_at)
        select ${locationId}::int, ${controllerId}::int, ${deviceId}::int, ${type}, ${code}, ${text}::text, ${instant}::timestamptz, ${instant}::timestamptz
        where not exists (
          select 1 from alarm where location_id = ${locationId} and controller_id = ${controllerId}
            and coalesce(device_id, 0) = ${deviceId ?? 0} and type = ${type} and code = ${code}
            and status = 'CLEARED' and cleared_at >= ${instant})
        on conflict (location_id, controller_id, coalesce(device_id, 0), type, code) where status <> 'CLEARED'
        do update set last_recurrence_at = excluded.last_recurrence_at, recurrences = alarm.recurrences + 1,
          text = coalesce(excluded.text, alarm.text)
        where alarm.last_recurrence_at < excluded.last_recurrence_at
        returning recurrences`,
  )
  return row?.recurrences === 1
}

/** Clears an open alarm that is not newer. Returns whether there was one. */
export async function clearAlarm(db: Queryable, cleared: Omit<AlarmCase, 'text'>): Promise<boolean> {
  return (await clearAlarms(db, [cleared])).length > 0
}

/** Clears those that are open and not newer; returns the locations of these. */
export async function clearAlarms(
  db: Queryable,
  cleared: readonly Omit<AlarmCase, 'text'>[],
): Promise<number[]> {
  const given = cleared.map(({ locationId, controllerId, deviceId, type, code, at }) => ({
    ...{ location_id: locationId, controller_id: controllerId, device_id: deviceId ?? 0 },
    ...{ type, code, at: new Date(at).toISOString() },
  }))
  const rows = await db.rows<{ location_id: number }>(
    sql`update alarm a set status = 'CLEARED', cleared_at = s.at
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as s (location_id int, controller_id int, device_id int, type text, code text, at timestamptz)
        where a.location_id = s.location_id and a.controller_id = s.controller_id
          and coalesce(a.device_id, 0) = s.device_id and a.type = s.type and a.code = s.code
          and a.status <> 'CLEARED' and a.first_recurrence_at <= s.at
        returning a.location_id`,
  )
  return [...new Set(rows.map((row) => row.location_id))]
}

/** How many alarms of its controller are open, except this one. */
export async function countOtherOpenAlarms(
  db: Queryable,
  { locationId, controllerId, deviceId, type, code }: AlarmCase,
): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*)::int as count from alarm
        where location_id = ${locationId} and controller_id = ${controllerId} and status <> 'CLEARED'
          and not (coalesce(device_id, 0) = ${deviceId ?? 0} and type = ${type} and code = ${code})`,
  )
  return row!.count
}

/** Acknowledges an open alarm of the location; returns whether there was one. Repeating it changes nothing. */
export async function acknowledgeAlarm(
  db: Queryable,
  { alarmId, locationId, userId, at }: { alarmId: number; locationId: number; userId: number; at: number },
): Promise<boolean> {
  const count = await db.run(
    sql`update alarm set status = 'ACKNOWLEDGED',
          acknowledged_by = coalesce(acknowledged_by, ${userId}), acknowledged_at = coalesce(acknowledged_at, ${new Date(at)})
        where id = ${alarmId} and location_id = ${locationId} and status <> 'CLEARED'`,
  )
  return count > 0
}
