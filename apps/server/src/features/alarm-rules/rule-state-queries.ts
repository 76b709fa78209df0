import type { RuleState } from '@ohmstead/domain/alarms/judge-rule'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface StateKey {
  ruleId: number
  locationId: number
  /** Empty for a location as a whole. */
  deviceKey: string
}

export interface StateRow {
  rule_id: number
  location_id: number
  device_key: string
  since: number | null
  newest: number
  value: number | null
  is_raised: boolean
}

export const toState = (row: StateRow): RuleState => ({
  since: row.since,
  newest: row.newest,
  value: row.value,
  isRaised: row.is_raised,
})

export function findStates(db: Queryable, locationIds: readonly number[]): Promise<StateRow[]> {
  return db.rows<StateRow>(sql`
    select rule_id, location_id, device_key, since, newest, value, is_raised from alarm_rule_state
    where location_id = any(${locationIds}::int[])`)
}

export async function saveStates(
  tx: Queryable,
  states: readonly (StateKey & { state: RuleState })[],
): Promise<void> {
  if (states.length === 0) return
  const given = states.map(({ ruleId, locationId, deviceKey, state }) => ({
    ...{ rule_id: ruleId, location_id: locationId, device_key: deviceKey },
    since: state.since === null ? null : new Date(state.since).toISOString(),
    ...{ newest: new Date(state.newest).toISOString(), value: state.value, is_raised: state.isRaised },
  }))
  await tx.run(sql`
    insert into alarm_rule_state (rule_id, location_id, device_key, since, newest, value, is_raised)
    select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as s (rule_id int, location_id int, device_key text,
      since timestamptz, newest timestamptz, value double precision, is_raised boolean)
    on conflict (rule_id, location_id, device_key) do update set since = excluded.since, newest = excluded.newest,
      value = excluded.value, is_raised = excluded.is_raised`)
}

export async function deleteStates(tx: Queryable, keys: readonly StateKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx.run(sql`
    delete from alarm_rule_state a
    using unnest(${keys.map(({ ruleId }) => ruleId)}::int[], ${keys.map(({ locationId }) => locationId)}::int[],
      ${keys.map(({ deviceKey }) => deviceKey)}::text[]) as s (rule_id, location_id, device_key)
    where a.rule_id = s.rule_id and a.location_id = s.location_id and a.device_key = s.device_key`)
}

/** What a rule remembers, where it is edited or switched off. */
export async function deleteStatesOf(tx: Queryable, ruleId: number): Promise<void> {
  await tx.run(sql`delete from alarm_rule_state where rule_id = ${ruleId}`)
}

/** Of these rules the ones that are still as they were; they stay so until the end of the transaction. */
export async function holdRules(
  tx: Queryable,
  seen: readonly { id: number; revision: number }[],
): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(sql`
    select r.id from alarm_rule r
      join unnest(${seen.map(({ id }) => id)}::int[], ${seen.map(({ revision }) => revision)}::int[]) as s (id, revision)
        on s.id = r.id and s.revision = r.revision
    where r.enabled for share of r`)
  return new Set(rows.map(({ id }) => id))
}

export interface WatchedRow {
  id: number
  location_id: number
  key: string
  category: DeviceCategory
  newest_at: number | null
  /** Since when its controller is connected; null while it is not. */
  online_since: number | null
}

export function findWatchedDevices(db: Queryable, locationIds: readonly number[]): Promise<WatchedRow[]> {
  return db.rows<WatchedRow>(sql`
    select d.id, d.location_id, d.key, d.category, d.newest_at,
      case when c.online then c.online_changed_at end as online_since
    from device d join controller c on c.id = d.controller_id
    where d.location_id = any(${locationIds}::int[]) and d.deleted_at is null`)
}

/** Takes the turn of this minute, which one of all processes gets. */
export async function takeTurn(db: Queryable, now: number, everyMs: number): Promise<boolean> {
  const count = await db.run(sql`
    update alarm_rule_turn set begun_at = ${new Date(now)}
    where begun_at <= ${new Date(now - everyMs)} or begun_at > ${new Date(now + everyMs)}`)
  return count > 0
}

export interface OpenRuleAlarm {
  id: number
  rule_id: number
  location_id: number
  device_key: string
}

export function findOpenRuleAlarms(db: Queryable): Promise<OpenRuleAlarm[]> {
  return db.rows<OpenRuleAlarm>(sql`
    select a.id, a.rule_id, a.location_id, coalesce(d.key, '') as device_key
    from alarm a left join device d on d.id = a.device_id
    where a.rule_id is not null and a.status <> 'CLEARED'`)
}

export async function findOpenAlarmsOf(db: Queryable, ruleId: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select id from alarm where rule_id = ${ruleId} and status <> 'CLEARED'`,
  )
  return rows.map(({ id }) => id)
}

/** Where rules are raised, the first place first. */
export function findRaised(db: Queryable, ruleIds: readonly number[]): Promise<StateRow[]> {
  return db.rows<StateRow>(sql`
    select rule_id, location_id, device_key, since, newest, value, is_raised from alarm_rule_state
    where rule_id = any(${ruleIds}::int[]) and is_raised order by rule_id, newest, location_id, device_key`)
}

/** An alarm of several locations goes on at another one, once the condition no longer holds at its own. */
export async function moveAlarm(tx: Queryable, alarmId: number, locationId: number): Promise<void> {
  await tx.run(sql`
    update alarm set location_id = ${locationId}, device_id = null where id = ${alarmId} and status <> 'CLEARED'`)
}
