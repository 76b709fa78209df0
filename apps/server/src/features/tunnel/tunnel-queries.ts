import type { TunnelEnd, TunnelView } from '@ohmstead/contract/tunnel'
import { longestTunnelMs } from '@ohmstead/domain/fleet/tunnel-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** What a tunnel needs to know of its controller. */
export interface TunnelTarget {
  unit_id: string
  online: boolean
  info: Record<string, unknown>
}

export function findTunnelTarget(
  db: Queryable,
  { locationId, controllerId }: { locationId: number; controllerId: number },
): Promise<TunnelTarget | undefined> {
  return db.row<TunnelTarget>(
    sql`select unit_id, online, coalesce(info, '{}'::jsonb) as info from controller
        where id = ${controllerId} and location_id = ${locationId} and revoked_at is null`,
  )
}

const person = (alias: 'opener' | 'closer'): Sql => {
  const u = alias === 'opener' ? sql`opener` : sql`closer`
  return sql`case when ${u}.id is not null then json_build_object('id', ${u}.id, 'first_name', ${u}.first_name,
    'last_name', ${u}.last_name) end`
}

const day = sql`interval '1 day'`

/** The open tunnel of a controller, or the last one of the past day. */
export async function findTunnelView(
  db: Queryable,
  { locationId, controllerId }: { locationId: number; controllerId: number },
  now: number,
): Promise<TunnelView | null> {
  const row = await db.row<Omit<TunnelView, 'latest_end'>>(
    sql`select t.id, t.opened_at, t.reason, t.expires_at, t.closed_at, t.end_cause as "end", t.detail,
          t.sent_bytes + t.received_bytes as bytes, ${person('opener')} as opened_by, ${person('closer')} as closed_by,
          case when t.closed_at is not null then 'closed' when t.connected_at is null then 'opening' else 'open' end as state
        from tunnel t left join app_user opener on opener.id = t.opened_by left join app_user closer on closer.id = t.closed_by
        where t.controller_id = ${controllerId} and t.location_id = ${locationId}
          and (t.closed_at is null or t.closed_at > ${new Date(now)}::timestamptz - ${day})
        order by t.id desc limit 1`,
  )
  return row ? { ...row, latest_end: row.opened_at + longestTunnelMs } : null
}

export interface OpenTunnel {
  id: number
  location_id: number
  controller_id: number
  host_name: string
  ssh_user: string
  opened_at: number
  expires_at: number
  connected_at: number | null
}

const openColumns = sql`id, location_id, controller_id, host_name, ssh_user, opened_at, expires_at, connected_at`

export function findOpenTunnel(
  db: Queryable,
  { locationId, controllerId }: { locationId: number; controllerId: number },
  now: number,
): Promise<OpenTunnel | undefined> {
  return db.row<OpenTunnel>(
    sql`select ${openColumns} from tunnel where controller_id = ${controllerId} and location_id = ${locationId}
          and closed_at is null and expires_at > ${new Date(now)} for update`,
  )
}

/** Undefined if the controller has one already: two people pressed at once. */
export function insertTunnel(
  db: Queryable,
  tunnel: {
    controllerId: number
    locationId: number
    hostName: string
    sshUser: string
    sshKey: string
    reason: string | null
    userId: number
    now: number
    expiresAt: number
  },
): Promise<OpenTunnel | undefined> {
  const { controllerId, locationId, hostName, sshUser, sshKey, reason, userId, now, expiresAt } = tunnel
  return db.row<OpenTunnel>(
    sql`insert into tunnel (controller_id, location_id, host_name, ssh_user, ssh_key, reason, opened_by, opened_at, expires_at)
        values (${controllerId}, ${locationId}, ${hostName}, ${sshUser}, ${sshKey}, ${reason}, ${userId}, ${new Date(now)},
          ${new Date(expiresAt)})
        on conflict (controller_id) where closed_at is null do nothing returning ${openColumns}`,
  )
}

/** Makes room for the next one, where nobody has looked since. */
export async function closeExpired(db: Queryable, controllerId: number, now: number): Promise<void> {
  await db.run(
    sql`update tunnel set closed_at = ${new Date(now)}, end_cause = 'expired'
        where controller_id = ${controllerId} and closed_at is null and expires_at <= ${new Date(now)}`,
  )
}

export async function noteCommand(db: Queryable, id: number, commandId: string): Promise<void> {
  await db.run(sql`update tunnel set command_id = ${commandId}::uuid where id = ${id}`)
}

export async function setExpiry(db: Queryable, id: number, expiresAt: number): Promise<void> {
  await db.run(sql`update tunnel set expires_at = ${new Date(expiresAt)} where id = ${id}`)
}

/** Which it was; undefined if it was closed already. */
export function markClosed(
  db: Queryable,
  id: number,
  { end, now, userId = null }: { end: TunnelEnd; now: number; userId?: number | null },
): Promise<Ended | undefined> {
  return db.row<Ended>(
    sql`update tunnel set closed_at = ${new Date(now)}, closed_by = ${userId}, end_cause = ${end}
        where id = ${id} and closed_at is null returning ${endedColumns}`,
  )
}

/** Who an SSH connection may be: that of an open tunnel which still waits for its controller. */
export function findAwaited(db: Queryable, sshUser: string, now: number) {
  return db.row<{ id: number; ssh_key: string }>(
    sql`select id, ssh_key from tunnel where ssh_user = ${sshUser} and closed_at is null and expires_at > ${new Date(now)}`,
  )
}

export async function markConnected(
  db: Queryable,
  id: number,
  { holder, url, now }: { holder: string; url: string; now: number },
): Promise<boolean> {
  const changed = await db.run(
    sql`update tunnel set holder = ${holder}, holder_url = ${url}, holder_seen_at = ${new Date(now)},
          connected_at = coalesce(connected_at, ${new Date(now)})
        where id = ${id} and closed_at is null and expires_at > ${new Date(now)}`,
  )
  return changed > 0
}

/** The process that has it is alive; whether it still has it. */
export async function renewHolder(
  db: Queryable,
  id: number,
  { holder, sent, received, now }: { holder: string; sent: number; received: number; now: number },
): Promise<boolean> {
  const changed = await db.run(
    sql`update tunnel set holder_seen_at = ${new Date(now)}, sent_bytes = ${sent}, received_bytes = ${received}
        where id = ${id} and holder = ${holder} and closed_at is null`,
  )
  return changed > 0
}

export interface Ended {
  id: number
  controller_id: number
  location_id: number
  end_cause: TunnelEnd
}

const endedColumns = sql`tunnel.id, tunnel.controller_id, tunnel.location_id, tunnel.end_cause`

/** Closes what should not be open any more, whoever had it; returns which. */
export function closeOverdue(
  db: Queryable,
  { now, answerMs, silentMs }: { now: number; answerMs: number; silentMs: number },
): Promise<Ended[]> {
  const at = new Date(now)
  return db.rows<Ended>(
    sql`with due as (
          select t.id, case
              when t.expires_at <= ${at} then 'expired'
              when c.revoked_at is not null or c.location_id is distinct from t.location_id then 'withdrawn'
              when t.connected_at is null and m.state in ('failed', 'rejected') then 'refused'
              when t.connected_at is null and t.opened_at < ${new Date(now - answerMs)} then 'no_answer'
              when t.connected_at is not null and t.holder_seen_at < ${new Date(now - silentMs)} then 'stopped'
            end as cause, m.text
          from tunnel t join controller c on c.id = t.controller_id left join command m on m.id = t.command_id
          where t.closed_at is null)
        update tunnel set closed_at = ${at}, end_cause = due.cause,
          detail = case when due.cause = 'refused' then left(due.text, 300) end
        from due where tunnel.id = due.id and due.cause is not null and tunnel.closed_at is null
        returning ${endedColumns}`,
  )
}
