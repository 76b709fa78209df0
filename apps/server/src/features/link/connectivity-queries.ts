import type { ClockVerdict } from '@ohmstead/domain/telemetry/clock-watch'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface SignOfLife {
  id: number
  /** Epoch ms. */
  at: number
  periodSeconds: number | null
  /** New findings about its clock since the last write. */
  clock: ClockVerdict | null
}

export interface OnlineMark {
  id: number
  /** Epoch ms. */
  at: number
  /** From a `status`; absent if only readings arrived. */
  boot?: string | null
}

/** For the transaction, in an order that is everybody's. */
export async function lockControllers(tx: Queryable, ids: readonly number[]): Promise<void> {
  await tx.rows(sql`select id from controller where id = any(${ids}::int[]) order by id for no key update`)
}

/** By controller, whether this changed anything and whether there is a plan for it. */
export async function markOnline(
  db: Queryable,
  marks: readonly OnlineMark[],
): Promise<Map<number, { isChanged: boolean; hasPlan: boolean }>> {
  // One controller may be named twice, by a status and by readings.
  const merged = new Map<number, OnlineMark>()
  for (const mark of marks) {
    const before = merged.get(mark.id)
    merged.set(mark.id, { ...before, ...mark, at: Math.max(mark.at, before?.at ?? 0) })
  }
  const given = [...merged.values()].map(({ id, at, boot }) => ({
    ...{ id, at: new Date(at).toISOString() },
    ...{ is_status: boot !== undefined, boot: boot ?? null },
  }))
  const rows = await db.rows<{ id: number; was_online: boolean; has_plan: boolean }>(
    sql`update controller c set online = true, last_seen_at = greatest(c.last_seen_at, s.at),
          online_changed_at = case when c.online then c.online_changed_at else s.at end,
          reports_status = c.reports_status or s.is_status, boot = case when s.is_status then s.boot else c.boot end
        from (select r.*, old.online, old.plan is not null as has_plan
              from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
                as r (id int, at timestamptz, is_status boolean, boot text)
              join controller old on old.id = r.id order by r.id for no key update of old) s
        where c.id = s.id
        returning c.id, s.online as was_online, s.has_plan`,
  )
  const found = new Map(
    rows.map((row) => [row.id, { isChanged: !row.was_online, hasPlan: row.has_plan }] as const),
  )
  await noteChanges(
    db,
    [...merged.values()].filter(({ id }) => found.get(id)?.isChanged === true),
    true,
  )
  return found
}

/** What comes and goes more often than this is not kept change by change. */
const mostChangesAnHour = 60

async function noteChanges(
  db: Queryable,
  changes: readonly { id: number; at: number }[],
  isOnline: boolean,
): Promise<void> {
  if (changes.length === 0) return
  await db.run(
    sql`insert into controller_connection (controller_id, at, online)
        select id, at, ${isOnline}::boolean
        from unnest(${changes.map(({ id }) => id)}::int[], ${changes.map(({ at }) => new Date(at))}::timestamptz[]) as s (id, at)
        where (select count(*) from controller_connection c
          where c.controller_id = s.id and c.at > s.at - interval '1 hour') < ${mostChangesAnHour}
        on conflict (controller_id, at) do update set online = excluded.online`,
  )
}

/** Those that were online. A controller that was never seen stays so. */
export async function markOffline(
  db: Queryable,
  marks: readonly { id: number; at: number; isSessionEnd?: boolean }[],
): Promise<Set<number>> {
  const given = marks.map(({ id, at, isSessionEnd = false }) => ({
    ...{ id, at: new Date(at).toISOString(), is_session_end: isSessionEnd },
  }))
  const rows = await db.rows<{ id: number }>(
    sql`update controller c set online = false, online_changed_at = s.at
        from (select r.* from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
                as r (id int, at timestamptz, is_session_end boolean)
              join controller old on old.id = r.id
              where old.online and (old.reports_status or not r.is_session_end)
              order by r.id for no key update of old) s
        where c.id = s.id returning c.id`,
  )
  const gone = new Set(rows.map(({ id }) => id))
  await noteChanges(
    db,
    [...new Map(marks.map((mark) => [mark.id, mark])).values()].filter(({ id }) => gone.has(id)),
    false,
  )
  return gone
}

/** After a start of the embedded broker nobody is connected, whatever the database says. */
export async function markAllOffline(db: Queryable, at: number): Promise<void> {
  await db.run(
    sql`with ended as (
          update controller set online = false, online_changed_at = ${new Date(at)} where online returning id)
        insert into controller_connection (controller_id, at, online)
        select id, ${new Date(at)}::timestamptz, false from ended on conflict (controller_id, at) do update set online = excluded.online`,
  )
}

export async function findBoot(db: Queryable, controllerId: number): Promise<string | null> {
  const row = await db.row<{ boot: string | null }>(
    sql`select boot from controller where id = ${controllerId}`,
  )
  return row?.boot ?? null
}

export async function saveControllerPaces(db: Queryable, signs: readonly SignOfLife[]): Promise<void> {
  const rows = signs.map(({ id, at, periodSeconds, clock }) => ({
    id,
    at: new Date(at).toISOString(),
    period: periodSeconds,
    clock_offset_ms: clock?.offsetMs ?? null,
    clock_checked_at: clock && new Date(clock.checkedAt).toISOString(),
    clock_wrong: clock?.isWrong ?? null,
  }))
  await db.run(
    sql`update controller c set last_seen_at = greatest(c.last_seen_at, s.at), period_seconds = coalesce(s.period, c.period_seconds),
          clock_offset_ms = coalesce(s.clock_offset_ms, c.clock_offset_ms),
          clock_checked_at = coalesce(s.clock_checked_at, c.clock_checked_at), clock_wrong = coalesce(s.clock_wrong, c.clock_wrong)
        from (select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int, at timestamptz, period real,
            clock_offset_ms bigint, clock_checked_at timestamptz, clock_wrong boolean)
          join controller old on old.id = r.id order by r.id for no key update of old) s
        where c.id = s.id`,
  )
}

export async function saveDevicePaces(
  db: Queryable,
  paces: readonly { deviceId: number; newestAt: number | null; periodSeconds: number | null }[],
): Promise<void> {
  const rows = paces.map(({ deviceId, newestAt, periodSeconds }) => ({
    id: deviceId,
    at: newestAt === null ? null : new Date(newestAt).toISOString(),
    period: periodSeconds,
  }))
  await db.run(
    sql`update device d set newest_at = greatest(d.newest_at, s.at), period_seconds = coalesce(s.period, d.period_seconds)
        from (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int, at timestamptz, period real) order by id) s
        where d.id = s.id`,
  )
}
