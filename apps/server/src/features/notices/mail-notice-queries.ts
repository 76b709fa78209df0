import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import type { NoticeKind } from '@ohmstead/domain/alarms/notice-rules'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { seesLocation } from './recipient-queries.ts'
import type { NoticeSettingRow } from './setting-queries.ts'

export interface DuePerson extends NoticeSettingRow {
  email: string
  first_name: string
  locale: string | null
}

/** Somebody with a notice that is due and who was not told of another just now; no other process gets them meanwhile. */
export function takeDuePerson(
  tx: Queryable,
  now: number,
  except: readonly number[],
): Promise<DuePerson | undefined> {
  const instant = new Date(now)
  return tx.row<DuePerson>(sql`
    select s.*, u.email, u.first_name, u.locale
    from notice_setting s join app_user u on u.id = s.user_id
    where (s.mail_after is null or s.mail_after <= ${instant})
      and not s.user_id = any(${except}::int[])
      and s.user_id in (select user_id from alarm_notice
        where channel = 'mail' and state = 'waiting' and due_at <= ${instant})
    order by s.user_id limit 1 for update of s skip locked`)
}

/** A notice that is due, with its alarm as it is now. */
export interface DueNotice {
  id: number
  kind: NoticeKind
  alarm_id: number | null
  status: 'ACTIVE' | 'ACKNOWLEDGED' | 'CLEARED' | null
  type: AlarmType | null
  rule_name: string | null
  rule_quiet_from: number | null
  rule_quiet_until: number | null
  rule_recovery: boolean | null
  began_at: number
  ended_at: number | null
  location_id: number | null
  company_id: number | null
  location_name: string | null
  time_zone: string | null
  /** The device or controller that it is about, if it has a name. */
  subject: string | null
  /** Of an incident of the platform. */
  lost: number | null
  controllers: number | null
  /** Whether the person still sees the location. */
  sees: boolean
}

/** By e-mail, or to one browser of theirs. At most 500: what is beyond follows. */
export function findDueNotices(
  tx: Queryable,
  { userId, deviceId = null }: { userId: number; deviceId?: number | null },
  now: number,
): Promise<DueNotice[]> {
  return tx.rows<DueNotice>(sql`
    select n.id, n.kind, n.alarm_id, a.status, a.type, a.rule_facts ->> 'name' as rule_name,
      r.quiet_from as rule_quiet_from, r.quiet_until as rule_quiet_until, r.sends_recovery as rule_recovery,
      coalesce(a.last_recurrence_at, i.started_at) as began_at, coalesce(a.cleared_at, i.ended_at) as ended_at,
      l.id as location_id, l.company_id, l.name as location_name, l.time_zone,
      coalesce(d.name, c.alias) as subject, i.lost, i.controllers,
      case when i.id is not null then true else coalesce(${seesLocation}, false) end as sees
    from alarm_notice n join app_user u on u.id = n.user_id
      left join alarm a on a.id = n.alarm_id left join location l on l.id = a.location_id
      left join alarm_rule r on r.id = a.rule_id left join device d on d.id = a.device_id
      left join controller c on c.id = a.controller_id left join platform_incident i on i.id = n.incident_id
    where n.user_id = ${userId} and n.push_device_id is not distinct from ${deviceId}::int and n.state = 'waiting'
      and (n.leased_until is null or n.leased_until <= ${new Date(now)}) and n.due_at <= ${new Date(now)}
    order by n.id limit 500`)
}

export async function putOffNotices(tx: Queryable, ids: readonly number[], until: number): Promise<void> {
  await tx.run(sql`update alarm_notice set due_at = ${new Date(until)} where id = any(${ids}::bigint[])`)
}

/** Told; what follows within a while waits. */
export async function markTold(
  tx: Queryable,
  userId: number,
  ids: readonly number[],
  { now, mailAfter }: { now: number; mailAfter: number },
): Promise<void> {
  await tx.run(sql`
    update alarm_notice set state = 'sent', attempts = 1, done_at = ${new Date(now)} where id = any(${ids}::bigint[])`)
  await tx.run(sql`update notice_setting set mail_after = ${new Date(mailAfter)} where user_id = ${userId}`)
}

/** A test that somebody sent themselves, and what became of it. */
export async function insertTestNotice(
  db: Queryable,
  test: { userId: number; channel: 'mail' | 'push'; deviceId?: number; reason: string | null },
  now: number,
): Promise<void> {
  const { userId, channel, deviceId = null, reason } = test
  const instant = new Date(now)
  await db.run(sql`
    insert into alarm_notice (channel, user_id, push_device_id, kind, state, reason, attempts, created_at, due_at, done_at)
    values (${channel}, ${userId}, ${deviceId}, 'test', ${reason === null ? 'sent' : 'failed'}, ${reason}, 1,
      ${instant}, ${instant}, ${instant})`)
}

export interface ListedNotice {
  id: number
  channel: 'mail' | 'push'
  kind: 'raised' | 'cleared' | 'test'
  type: AlarmType | null
  alarm_id: number | null
  location_id: number | null
  location_name: string | null
  state: 'waiting' | 'sent' | 'failed' | 'dropped'
  reason: string | null
  created_at: number
  due_at: number | null
  done_at: number | null
}

/** Somebody's own log; of a place that they no longer see, without its name. */
export function listNotices(
  db: Queryable,
  userId: number,
  before: number | undefined,
): Promise<ListedNotice[]> {
  return db.rows<ListedNotice>(sql`
    select n.id, n.channel, n.kind, a.type, case when ${seesLocation} then n.alarm_id end as alarm_id,
      case when ${seesLocation} then l.id end as location_id,
      case when ${seesLocation} then l.name end as location_name, n.state, n.reason, n.created_at,
      case when n.state = 'waiting' then n.due_at end as due_at, n.done_at
    from alarm_notice n join app_user u on u.id = n.user_id
      left join alarm a on a.id = n.alarm_id left join location l on l.id = a.location_id
    where n.user_id = ${userId} and n.id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by n.id desc limit 50`)
}
