import type { RuleKind, RuleSettings } from '@ohmstead/domain/alarms/alarm-rule'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** What an alarm of a rule says even after its rule is gone. */
export interface RuleFacts {
  name: string | null
  kind: RuleKind
  settings: RuleSettings
  durationSeconds: number
  /** What was measured when it was raised, and what it was compared with, in the unit of the rule. */
  value: number | null
  limit: number | null
  /** How many neighbours it was compared with. */
  compared: number | null
  /** One alarm of all locations of the rule. */
  isTogether: boolean
}

export interface RuleAlarmCase {
  ruleId: number
  locationId: number
  deviceId: number | null
  facts: RuleFacts
  /** Epoch ms. */
  at: number
}

export interface RuleAlarmRow {
  id: number
  rule_id: number
  location_id: number
}

/** Opens alarms of rules; one that is open already stays as it is. Returns those that were opened. */
export function raiseRuleAlarms(db: Queryable, raised: readonly RuleAlarmCase[]): Promise<RuleAlarmRow[]> {
  const given = raised.map(({ ruleId, locationId, deviceId, facts, at }) => ({
    ...{ rule_id: ruleId, location_id: locationId, device_id: deviceId, facts },
    at: new Date(at).toISOString(),
  }))
  return db.rows<RuleAlarmRow>(sql`
    with opened as (insert into alarm (location_id, device_id, type, code, text, rule_id, rule_facts, first_recurrence_at,
      last_recurrence_at)
    select s.location_id, s.device_id, 'RULE', 'rule', s.facts ->> 'name', s.rule_id, s.facts, s.at, s.at
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as s (rule_id int, location_id int, device_id int, facts jsonb, at timestamptz)
    on conflict (rule_id, location_id, coalesce(device_id, 0)) where rule_id is not null and status <> 'CLEARED'
    do nothing
    returning id, rule_id, location_id, first_recurrence_at
    ), noted as (insert into alarm_event (alarm_id, kind, at) select id, 'raised', first_recurrence_at from opened)
    select id, rule_id, location_id from opened`)
}

/** Clears open alarms of rules by their ids. Returns those that were open. */
export function clearRuleAlarms(
  db: Queryable,
  alarmIds: readonly number[],
  at: number,
): Promise<RuleAlarmRow[]> {
  return db.rows<RuleAlarmRow>(sql`
    with ended as (update alarm set status = 'CLEARED', cleared_at = greatest(${new Date(at)}::timestamptz, first_recurrence_at)
    where id = any(${alarmIds}::int[]) and rule_id is not null and status <> 'CLEARED'
    returning id, rule_id, location_id, cleared_at
    ), noted as (insert into alarm_event (alarm_id, kind, at) select id, 'cleared', cleared_at from ended)
    select id, rule_id, location_id from ended`)
}

/** Clears what the rules of a group have open, before they go with it. */
export async function clearRuleAlarmsOfGroup(db: Queryable, groupId: number, at: number): Promise<void> {
  const open = await db.rows<{ id: number }>(sql`
    select id from alarm
    where rule_id in (select id from alarm_rule where location_group_id = ${groupId}) and status <> 'CLEARED'`)
  await clearRuleAlarms(
    db,
    open.map(({ id }) => id),
    at,
  )
}
