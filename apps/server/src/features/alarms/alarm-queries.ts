import { flapWindowMs } from '@ohmstead/domain/alarms/alarm-rules'
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
 * Opens an alarm, or counts another recurrence of an open one. One that ended a short while ago is opened again, so that what
 * flaps stays one alarm. A repeated report, or one older than the alarm's clearing, changes nothing. Returns whether an alarm
 * was opened; the same statement notes it for those who are to be told.
 */
export async function raiseAlarm(db: Queryable, alarm: AlarmCase): Promise<boolean> {
  const { locationId, controllerId, deviceId, type, code, text, at } = alarm
  const instant = new Date(at)
  const row = await db.row<{ is_open: boolean }>(
    sql`with last as (
          select id, cleared_at from alarm where location_id = ${locationId} and controller_id = ${controllerId}
            and coalesce(device_id, 0) = ${deviceId ?? 0} and type = ${type} and code = ${code} and status = 'CLEARED'
          order by cleared_at desc limit 1
        ), reopened as (
          update alarm a set status = case when a.acknowledged_at is null then 'ACTIVE' else 'ACKNOWLEDGED' end,
            cleared_at = null, last_recurrence_at = ${instant}, recurrences = a.recurrences + 1,
            reopenings = a.reopenings + 1, text = coalesce(${text}::text, a.text)
          from last where a.id = last.id and a.status = 'CLEARED' and last.cleared_at < ${instant}
            and last.cleared_at >= ${new Date(at - flapWindowMs)}
            and not exists (select from alarm o where o.location_id = ${locationId} and o.controller_id = ${controllerId}
              and coalesce(o.device_id, 0) = ${deviceId ?? 0} and o.type = ${type} and o.code = ${code} and o.status <> 'CLEARED')
          returning a.id
        ), stored as (
          insert into alarm (location_id, controller_id, device_id, type, code, text, first_recurrence_at, last_recurrence_at)
          select ${locationId}::int, ${controllerId}::int, ${deviceId}::int, ${type}, ${code}, ${text}::text, ${instant}::timestamptz, ${instant}::timestamptz
          where not exists (select from last where cleared_at >= ${instant}) and not exists (select from reopened)
          on conflict (location_id, controller_id, coalesce(device_id, 0), type, code) where status <> 'CLEARED'
          do update set last_recurrence_at = excluded.last_recurrence_at, recurrences = alarm.recurrences + 1,
            text = coalesce(excluded.text, alarm.text)
          where alarm.last_recurrence_at < excluded.last_recurrence_at
          returning id, recurrences
        ), opened as (
          select id from reopened union all select id from stored where recurrences = 1
        ), noted as (
          insert into alarm_event (alarm_id, kind, at) select id, 'raised', ${instant}::timestamptz from opened)
        select exists (select from opened) as is_open`,
  )
  return row!.is_open
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
    sql`with cleared as (
        update alarm a set status = 'CLEARED', cleared_at = s.at
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as s (location_id int, controller_id int, device_id int, type text, code text, at timestamptz)
        where a.location_id = s.location_id and a.controller_id = s.controller_id
          and coalesce(a.device_id, 0) = s.device_id and a.type = s.type and a.code = s.code
          and a.status <> 'CLEARED' and a.first_recurrence_at <= s.at 
            and (a.reopenings = 0 or a.last_recurrence_at <= s.at)
        returning a.id, a.location_id, a.cleared_at
      ), noted as (
        insert into alarm_event (alarm_id, kind, at) select id, 'cleared', cleared_at from cleared)
      select location_id from cleared`,
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
