import type { NoticeKind } from '@ohmstead/domain/alarms/notice-rules'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** An alarm, or what befell the platform, that began or ended. */
export interface AlarmEventRow {
  id: number
  alarm_id: number | null
  incident_id: number | null
  kind: NoticeKind
  at: number
  location_id: number | null
  type: string | null
  reopenings: number
}

/** Only one process spreads at a time: news of an alarm is told in its order. */
export async function lockSpreading(tx: Queryable): Promise<boolean> {
  const row = await tx.row<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('alarm notices')) as locked`,
  )
  return row!.locked
}

/** The oldest news, which is told from here on. */
export function takeEvents(tx: Queryable, limit: number): Promise<AlarmEventRow[]> {
  return tx.rows<AlarmEventRow>(sql`
    with taken as (
      delete from alarm_event where id in (select id from alarm_event order by id limit ${limit}) returning *)
    select t.id, t.alarm_id, t.incident_id, t.kind, t.at, a.location_id, a.type, coalesce(a.reopenings, 0) as reopenings
    from taken t left join alarm a on a.id = t.alarm_id order by t.id`)
}

export interface ToldRow {
  id: number
  user_id: number
  push_device_id: number | null
  alarm_id: number | null
  incident_id: number | null
  kind: NoticeKind
  is_sent: boolean
}

/** The last notice of each of these to each person, by each way; dropped ones were not told. */
export function findTold(
  tx: Queryable,
  { alarmIds, incidentIds }: { alarmIds: readonly number[]; incidentIds: readonly number[] },
): Promise<ToldRow[]> {
  return tx.rows<ToldRow>(sql`
    select distinct on (alarm_id, incident_id, user_id, push_device_id) id, user_id, push_device_id, alarm_id, incident_id, kind, state = 'sent' as is_sent
    from alarm_notice
    where (alarm_id = any(${alarmIds}::int[]) or incident_id = any(${incidentIds}::int[]))
      and user_id is not null and state in ('waiting', 'sent') and kind in ('raised', 'cleared')
    order by alarm_id, incident_id, user_id, push_device_id, id desc`)
}

export interface NewNotice {
  user_id: number
  push_device_id: number | null
  event_id: number
  alarm_id: number | null
  incident_id: number | null
  kind: NoticeKind
  /** In ISO 8601. */
  due_at: string
}

/** Writes notices that wait to be sent; one that exists already stays. */
export async function insertNotices(
  tx: Queryable,
  notices: readonly NewNotice[],
  now: number,
): Promise<void> {
  if (notices.length === 0) return
  await tx.run(sql`
    insert into alarm_notice (channel, user_id, push_device_id, event_id, alarm_id, incident_id, kind, created_at, due_at)
    select case when push_device_id is null then 'mail' else 'push' end, user_id, push_device_id, event_id, alarm_id, incident_id, kind, ${new Date(now)}, due_at
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as n (user_id int, push_device_id int, event_id bigint, alarm_id int, incident_id int, kind text, due_at timestamptz)
    on conflict do nothing`)
}

export type DropReason = 'over' | 'back' | 'seen' | 'off' | 'no_access'

export async function dropNotices(
  tx: Queryable,
  ids: readonly number[],
  reason: DropReason,
  now: number,
): Promise<void> {
  if (ids.length === 0) return
  await tx.run(sql`
    update alarm_notice set state = 'dropped', reason = ${reason}, done_at = ${new Date(now)}
    where id = any(${ids}::bigint[]) and state = 'waiting'`)
}
