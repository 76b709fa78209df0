import type { NoticeKind } from '@ohmstead/domain/alarms/notice-rules'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ToldAlarm } from './webhook-payload.ts'

export interface HookOfPlace {
  webhook_id: number
  /** Null: of the platform. */
  location_id: number | null
  types: string[] | null
}

/** Which webhooks hear of alarms at these locations, and of what befalls the platform: those of whole companies. */
export function findHooks(
  tx: Queryable,
  locationIds: readonly number[],
  hasIncident: boolean,
): Promise<HookOfPlace[]> {
  return tx.rows<HookOfPlace>(sql`
    select w.id as webhook_id, l.id as location_id, w.types
    from location l join webhook w on w.company_id = l.company_id and (w.location_id is null or w.location_id = l.id)
    where l.id = any(${locationIds}::int[]) and w.stopped_at is null
    union all
    select w.id, null, null from webhook w
    where ${hasIncident}::boolean and w.location_id is null and w.stopped_at is null`)
}

export interface LastDeliveryRow {
  id: number
  webhook_id: number
  alarm_id: number | null
  incident_id: number | null
  kind: NoticeKind
  is_settling: boolean
}

/** The last message of each of these to each webhook. */
export function findLastDeliveries(
  tx: Queryable,
  { alarmIds, incidentIds }: { alarmIds: readonly number[]; incidentIds: readonly number[] },
  now: number,
): Promise<LastDeliveryRow[]> {
  return tx.rows<LastDeliveryRow>(sql`
    select distinct on (webhook_id, alarm_id, incident_id) id, webhook_id, alarm_id, incident_id, kind,
      state = 'waiting' and due_at > ${new Date(now)} as is_settling
    from alarm_notice
    where (alarm_id = any(${alarmIds}::int[]) or incident_id = any(${incidentIds}::int[]))
      and webhook_id is not null and state in ('waiting', 'sent') and kind in ('raised', 'cleared')
    order by webhook_id, alarm_id, incident_id, id desc`)
}

/** Alarms as they are told. */
export function findToldAlarms(tx: Queryable, ids: readonly number[]): Promise<ToldAlarm[]> {
  return tx.rows<ToldAlarm>(sql`
    select a.id, a.type, a.code, a.text, a.rule_facts ->> 'name' as rule_name, a.recurrences,
      a.last_recurrence_at as began_at, l.company_id, l.id as location_id, l.name as location_name,
      c.id as controller_id, split_part(c.unit_id, '~', 1) as serial, c.alias as controller_name,
      d.id as device_id, d.name as device_name
    from alarm a join location l on l.id = a.location_id left join controller c on c.id = a.controller_id
      left join device d on d.id = a.device_id
    where a.id = any(${ids}::int[])`)
}

export function findToldIncidents(
  tx: Queryable,
  ids: readonly number[],
): Promise<{ id: number; lost: number; controllers: number }[]> {
  return tx.rows(sql`select id, lost, controllers from platform_incident where id = any(${ids}::int[])`)
}

export interface NewDelivery {
  webhook_id: number
  event_id: number
  alarm_id: number | null
  incident_id: number | null
  kind: NoticeKind
  payload: string
  /** In ISO 8601. */
  due_at: string
}

export async function insertDeliveries(
  tx: Queryable,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<void> {
  if (deliveries.length === 0) return
  await tx.run(sql`
    insert into alarm_notice (channel, webhook_id, event_id, alarm_id, incident_id, kind, payload, created_at, due_at)
    select 'webhook', webhook_id, event_id, alarm_id, incident_id, kind, payload, ${new Date(now)}, due_at
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as n (webhook_id int, event_id bigint, alarm_id int,
      incident_id int, kind text, payload text, due_at timestamptz)
    order by event_id on conflict do nothing`)
}
