import type { AlarmCountView } from '@ohmstead/contract/alarms'
import type { Actor } from '@ohmstead/domain/access/permission'
import { type AlarmStatus, type AlarmType, clockAlarmCode } from '@ohmstead/domain/alarms/alarm-type'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'
import type { RuleFacts } from './rule-alarm-queries.ts'

export interface AlarmRow {
  id: number
  location_id: number
  type: AlarmType
  status: AlarmStatus
  code: string
  text: string | null
  recurrences: number
  controller_id: number | null
  controller_unit_id: string | null
  controller_name: string | null
  device_id: number | null
  device_name: string | null
  device_group_id: number | null
  clock_offset_ms: number | null
  first_recurrence_at: number
  last_recurrence_at: number
  acknowledged_at: number | null
  acknowledged_by: string | null
  cleared_at: number | null
  rule_id: number | null
  rule_facts: RuleFacts | null
  rule_places: number | null
}

const alarms: Sql = sql`
  select a.id, a.location_id, a.type, a.status, a.code, a.text, a.recurrences, a.controller_id,
    split_part(c.unit_id, '~', 1) as controller_unit_id, c.alias as controller_name, a.device_id, d.name as device_name,
    case when d.deleted_at is null and d.location_id = a.location_id then coalesce(d.device_group_id, 0) end
      as device_group_id,
    a.first_recurrence_at, a.last_recurrence_at, a.acknowledged_at, a.cleared_at,
    nullif(trim(u.first_name || ' ' || u.last_name), '') as acknowledged_by,
    case when a.type = 'ERROR' and a.code = ${clockAlarmCode} and a.device_id is null and c.clock_wrong
        and a.status <> 'CLEARED'
      then c.clock_offset_ms end as clock_offset_ms,
    a.rule_id, a.rule_facts,
    case when a.status <> 'CLEARED' and (a.rule_facts ->> 'isTogether')::boolean
      then (select count(distinct s.location_id)::int from alarm_rule_state s
        where s.rule_id = a.rule_id and s.is_raised) end as rule_places
  from alarm a
  left join controller c on c.id = a.controller_id
  left join device d on d.id = a.device_id
  left join app_user u on u.id = a.acknowledged_by`

/** The open alarms of locations. */
export function findOpenAlarms(db: Queryable, locationIds: readonly number[]): Promise<AlarmRow[]> {
  return db.rows<AlarmRow>(sql`${alarms}
    where a.location_id = any(${locationIds}::int[]) and a.status <> 'CLEARED'
    order by a.first_recurrence_at desc, a.id desc`)
}

/** One alarm of a location, open or ended. */
export function findAlarm(
  db: Queryable,
  { locationId, alarmId }: { locationId: number; alarmId: number },
): Promise<AlarmRow | undefined> {
  return db.row<AlarmRow>(sql`${alarms} where a.id = ${alarmId} and a.location_id = ${locationId}`)
}

/** Alarms cleared since an instant (epoch ms), the newest `limit` of them. */
export function findEndedAlarms(
  db: Queryable,
  locationIds: readonly number[],
  { since, limit }: { since: number; limit: number },
): Promise<AlarmRow[]> {
  return db.rows<AlarmRow>(sql`${alarms}
    where a.location_id = any(${locationIds}::int[]) and a.status = 'CLEARED' and a.cleared_at >= ${new Date(since)}
    order by a.cleared_at desc, a.id desc limit ${limit}`)
}

/** Locations that the actor sees and that have open alarms, in a company or anywhere. */
export function countAlarmsByLocation(
  db: Queryable,
  actor: Actor,
  companyId: number | undefined,
): Promise<AlarmCountView[]> {
  const place = companyId === undefined ? rawSql('true') : sql`l.company_id = ${companyId}`
  return db.rows<AlarmCountView>(sql`
    select a.location_id, l.company_id, count(*)::int as open,
      (count(*) filter (where a.status = 'ACTIVE'))::int as unseen
    from alarm a join location l on l.id = a.location_id
    where a.status <> 'CLEARED' and ${place} and ${visibleLocation(actor)}
    group by a.location_id, l.company_id order by a.location_id`)
}
