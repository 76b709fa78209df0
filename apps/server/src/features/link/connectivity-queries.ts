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

/** Whether this changed anything, and whether there is a plan for it. `boot` comes from a `status`, absent if only readings arrived. */
export async function markOnline(
  db: Queryable,
  controllerId: number,
  at: number,
  boot?: string | null,
): Promise<{ isChanged: boolean; hasPlan: boolean }> {
  const instant = new Date(at)
  const isStatus = boot !== undefined
  const row = await db.row<{ was_online: boolean; has_plan: boolean }>(
    sql`update controller c set online = true, last_seen_at = greatest(c.last_seen_at, ${instant}),
          online_changed_at = case when c.online then c.online_changed_at else ${instant} end,
          reports_status = c.reports_status or ${isStatus}, boot = case when ${isStatus} then ${boot ?? null} else c.boot end
        from controller old where old.id = c.id and c.id = ${controllerId}
        returning old.online as was_online, old.plan is not null as has_plan`,
  )
  const isChanged = row?.was_online === false
  if (isChanged) await noteChange(db, controllerId, { at, isOnline: true })
  return { isChanged, hasPlan: row?.has_plan === true }
}

/** What comes and goes more often than this is not kept change by change. */
const mostChangesAnHour = 60

async function noteChange(
  db: Queryable,
  controllerId: number,
  { at, isOnline }: { at: number; isOnline: boolean },
): Promise<void> {
  await db.run(
    sql`insert into controller_connection (controller_id, at, online)
        select ${controllerId}::int, ${new Date(at)}::timestamptz, ${isOnline}::boolean
        where (select count(*) from controller_connection
          where controller_id = ${controllerId} and at > ${new Date(at - 3_600_000)}) < ${mostChangesAnHour}
        on conflict (controller_id, at) do update set online = excluded.online`,
  )
}

/** Whether it was online. A controller that was never seen stays so. */
export async function markOffline(db: Queryable, controllerId: number, at: number): Promise<boolean> {
  const count = await db.run(
    sql`update controller set online = false, online_changed_at = ${new Date(at)}
        where id = ${controllerId} and online`,
  )
  if (count > 0) await noteChange(db, controllerId, { at, isOnline: false })
  return count > 0
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

export function findSessionFacts(db: Queryable, serial: string) {
  return db.row<{ reports_status: boolean }>(
    sql`select reports_status from controller where unit_id = ${serial}`,
  )
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
        from (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int, at timestamptz, period real,
          clock_offset_ms bigint, clock_checked_at timestamptz, clock_wrong boolean) order by id) s
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
