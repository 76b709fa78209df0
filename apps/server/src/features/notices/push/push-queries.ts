import { togetherMs } from '@ohmstead/domain/alarms/notice-rules'
import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { NoticeSettingRow } from '../setting-queries.ts'

export interface PushDeviceRow {
  id: number
  endpoint: string
  user_agent: string | null
  created_at: number
}

export function listPushDevices(db: Queryable, userId: number): Promise<PushDeviceRow[]> {
  return db.rows<PushDeviceRow>(sql`
    select id, endpoint, user_agent, created_at from push_device where user_id = ${userId} order by id`)
}

/** A browser has one address; it is told of what its last person wants. The settings come into being with it. */
export async function savePushDevice(
  tx: Queryable,
  device: {
    userId: number
    /** Of the session in which it asks: with its end nothing more is sent. */
    sessionHash: Uint8Array
    endpoint: string
    p256dh: string
    auth: string
    userAgent: string | null
  },
  { now, most }: { now: number; most: number },
): Promise<void> {
  const { userId, sessionHash, endpoint, p256dh, auth, userAgent } = device
  await tx.run(sql`insert into notice_setting (user_id) values (${userId}) on conflict do nothing`)
  await tx.run(sql`
    delete from push_device where (endpoint = ${endpoint} and user_id <> ${userId}) or id in (
      select id from push_device where user_id = ${userId} and endpoint <> ${endpoint} order by id desc offset ${most - 1})`)
  await tx.run(sql`
    insert into push_device (user_id, session_id, endpoint, p256dh, auth, user_agent, created_at)
    values (${userId}, (select id from session where token_hash = ${sessionHash}), ${endpoint}, ${p256dh}, ${auth},
      ${userAgent?.slice(0, 300) ?? null}, ${new Date(now)})
    on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
      user_agent = excluded.user_agent`)
}

export async function deletePushDevice(db: Queryable, userId: number, deviceId: number): Promise<boolean> {
  return (await db.run(sql`delete from push_device where id = ${deviceId} and user_id = ${userId}`)) > 0
}

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** A browser of this person. */
export function findPushDevice(
  db: Queryable,
  userId: number,
  deviceId: number,
): Promise<(PushTarget & { device_id: number; locale: string | null }) | undefined> {
  return db.row(sql`
    select d.id as device_id, d.endpoint, d.p256dh, d.auth, u.locale
    from push_device d join app_user u on u.id = d.user_id where d.id = ${deviceId} and d.user_id = ${userId}`)
}

export interface DueDevice extends NoticeSettingRow, PushTarget {
  device_id: number
  locale: string | null
}

/**
 * A browser with something due, of nobody of these; nobody else gets it meanwhile. What follows what was just sent waits, to come
 * together.
 */
export function takeDueDevice(
  tx: Queryable,
  now: number,
  except: readonly number[],
): Promise<DueDevice | undefined> {
  const instant = new Date(now)
  return tx.row<DueDevice>(sql`
    select s.*, d.id as device_id, d.endpoint, d.p256dh, d.auth, u.locale
    from push_device d join notice_setting s on s.user_id = d.user_id join app_user u on u.id = d.user_id
    where d.id in (select push_device_id from alarm_notice
        where channel = 'push' and state = 'waiting' and due_at <= ${instant}
          and (leased_until is null or leased_until <= ${instant}))
      and (d.last_sent_at is null or d.last_sent_at <= ${new Date(now - togetherMs)})
      and not d.user_id = any(${except}::int[])
    order by d.id limit 1 for update of d skip locked`)
}

/** Being sent: no other process tries before the lease ends. */
export async function leasePush(
  tx: Queryable,
  deviceId: number,
  ids: readonly number[],
  { now, leasedUntil }: { now: number; leasedUntil: number },
): Promise<number> {
  const row = await tx.row<{ attempts: number }>(sql`
    with leased as (update alarm_notice set attempts = attempts + 1, leased_until = ${new Date(leasedUntil)}
      where id = any(${ids}::bigint[]) returning attempts)
    select max(attempts)::int as attempts from leased`)
  await tx.run(sql`update push_device set last_sent_at = ${new Date(now)} where id = ${deviceId}`)
  return row!.attempts
}

export async function markPushed(db: Queryable, ids: readonly number[], now: number): Promise<void> {
  await db.run(sql`
    update alarm_notice set state = 'sent', reason = null, leased_until = null, done_at = ${new Date(now)}
    where id = any(${ids}::bigint[]) and state = 'waiting'`)
}

/** Tried again at `dueAt`, or given up if that is null; in the first case nothing holds the browser back. */
export async function markNotPushed(
  db: Queryable,
  { deviceId, ids, reason }: { deviceId: number; ids: readonly number[]; reason: string },
  { now, dueAt }: { now: number; dueAt: number | null },
): Promise<void> {
  await db.run(sql`
    update alarm_notice set leased_until = null, reason = ${reason},
      state = case when ${dueAt === null}::boolean then 'failed' else state end,
      due_at = coalesce(${dueAt === null ? null : new Date(dueAt)}::timestamptz, due_at),
      done_at = case when ${dueAt === null}::boolean then ${new Date(now)}::timestamptz end
    where id = any(${ids}::bigint[]) and state = 'waiting'`)
  await db.run(sql`update push_device set last_sent_at = null where id = ${deviceId}`)
}

/** The push service knows the browser no more. */
export async function forgetDevice(db: Queryable, deviceId: number): Promise<void> {
  await db.run(sql`delete from push_device where id = ${deviceId}`)
}
