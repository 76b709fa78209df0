import type { UpdateFailure, UpdateHold, UpdateState } from '@ohmstead/domain/software/update-state'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** An update that has not ended, with what its device needs to know. */
export interface OpenUpdate {
  id: number
  controller_id: number
  location_id: number | null
  state: UpdateState
  hold: UpdateHold | null
  fetches: number
  image_id: number
  file_name: string
  version: string
  size: number
  sha1: string
  md5: string
  sha256: string
  /** Null if it belongs to none. */
  roll_out_state: string | null
}

const open = sql`s.state in ('waiting', 'requested', 'in_progress', 'checking', 'cancelling')`

export function findOpenUpdate(db: Queryable, serial: string): Promise<OpenUpdate | undefined> {
  return db.row<OpenUpdate>(
    sql`select s.id, s.controller_id, c.location_id, s.state, s.hold, s.fetches, i.id as image_id,
          i.name as file_name, i.version, i.size, i.sha1, i.md5, i.sha256, r.state as roll_out_state
        from controller c join software_update s on s.controller_id = c.id and ${open}
          join software_image i on i.id = s.image_id left join roll_out r on r.id = s.roll_out_id
        where c.unit_id = ${serial}`,
  )
}

/** The same, so that nobody else changes it meanwhile. */
export async function lockUpdate(
  tx: Queryable,
  serial: string,
  updateId: number,
): Promise<{ state: UpdateState; fetches: number } | undefined> {
  return tx.row<{ state: UpdateState; fetches: number }>(
    sql`select s.state, s.fetches from software_update s join controller c on c.id = s.controller_id
        where s.id = ${updateId} and c.unit_id = ${serial} for update of s`,
  )
}

export async function saveHold(db: Queryable, updateId: number, hold: UpdateHold | null): Promise<void> {
  await db.run(
    sql`update software_update set hold = ${hold} where id = ${updateId} and hold is distinct from ${hold}`,
  )
}

/** A controller says that it is at work, and how far. */
export async function saveProgress(
  tx: Queryable,
  updateId: number,
  { percent, detail, now }: { percent: number | null; detail: string | null; now: number },
): Promise<void> {
  const at = new Date(now)
  await tx.run(
    sql`update software_update set state = case when state = 'requested' then 'in_progress' else state end,
          percent = coalesce(${percent}::int, percent), detail = coalesce(${detail}::text, detail), hold = null,
          started_at = coalesce(started_at, ${at}), told_at = ${at}
        where id = ${updateId}`,
  )
}

export async function countFetch(tx: Queryable, updateId: number): Promise<void> {
  await tx.run(sql`update software_update set fetches = fetches + 1 where id = ${updateId}`)
}

export async function endUpdate(
  tx: Queryable,
  updateId: number,
  end: {
    state: 'installed' | 'failed' | 'cancelled'
    failure?: UpdateFailure
    detail?: string | null
    now: number
  },
): Promise<void> {
  const at = new Date(end.now)
  await tx.run(
    sql`update software_update set state = ${end.state}, failure = ${end.failure ?? null}, ended_at = ${at},
          detail = coalesce(${end.detail ?? null}::text, detail), hold = null
        where id = ${updateId}`,
  )
}

/** The controller says that it is done; it has to show that it is back. */
export async function saveDone(
  tx: Queryable,
  updateId: number,
  detail: string | null,
  now: number,
): Promise<void> {
  const at = new Date(now)
  await tx.run(
    sql`update software_update set state = 'checking', percent = 100, detail = coalesce(${detail}::text, detail),
          started_at = coalesce(started_at, ${at}), told_at = ${at}, done_at = ${at}
        where id = ${updateId}`,
  )
}

export async function saveState(tx: Queryable, updateId: number, state: UpdateState): Promise<void> {
  await tx.run(sql`update software_update set state = ${state} where id = ${updateId}`)
}

export async function saveAttributes(db: Queryable, serial: string, attributes: object): Promise<void> {
  await db.run(
    sql`update controller set ddi_attributes = ${JSON.stringify(attributes)}::jsonb where unit_id = ${serial}`,
  )
}

export async function lacksAttributes(db: Queryable, serial: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from controller where unit_id = ${serial} and ddi_attributes is null`)
  return row !== undefined
}

/** Off grid: an alarm says so. */
export async function isOffGrid(db: Queryable, controllerId: number, locationId: number): Promise<boolean> {
  const row = await db.row(
    sql`select 1 from alarm where location_id = ${locationId} and type = 'OFF_GRID' and status <> 'CLEARED'
          and (controller_id = ${controllerId} or controller_id is null) limit 1`,
  )
  return row !== undefined
}

/** Batteries of a location with the reserve that is set, in percent. */
export function findReserves(db: Queryable, locationId: number) {
  return db.rows<{ key: string; reserve: number | null }>(
    sql`select d.key, (select max((p ->> 'value')::numeric) from jsonb_array_elements(d.params) p
            where p ->> 'name' ~ 'reserve|min_soc' and jsonb_typeof(p -> 'value') = 'number')::float8 as reserve
        from device d where d.location_id = ${locationId} and d.deleted_at is null
          and d.category in ('BATTERY', 'HYBRID_INVERTER')`,
  )
}

const pending = (state: UpdateState): Sql => sql`s.state = ${state}`
const isBack = sql`(c.online and (c.info ->> 'softwareVersion' = i.version or c.last_seen_at > s.done_at
  or c.online_changed_at > s.done_at))`

export interface SweepTimes {
  now: number
  /** How long a controller may take to come back … */
  backMs: number
  /** … to say something while it is at work … */
  silentMs: number
  /** … and to ask for an update that somebody pressed. */
  unaskedMs: number
}

/** Ends what can be judged by time and connection; returns how many ended. */
export async function sweepUpdates(db: Queryable, times: SweepTimes): Promise<number> {
  const { now } = times
  const [at, ago] = [new Date(now), (ms: number) => new Date(now - ms)]
  const back = await db.run(
    sql`update software_update s set state = 'installed', ended_at = ${at}
        from controller c, software_image i
        where c.id = s.controller_id and i.id = s.image_id and (${pending('checking')} and ${isBack}
          or ${pending('in_progress')} and c.online and s.told_at < ${ago(times.backMs)}
            and c.info ->> 'softwareVersion' = i.version and s.from_version is distinct from i.version)`,
  )
  // Who has left its location gets nothing any more, and that is nobody's failure.
  const left = await db.run(
    sql`update software_update s set state = 'cancelled', ended_at = ${at}, hold = null
        from controller c where c.id = s.controller_id and c.revoked_at is not null and ${open}`,
  )
  const lost = await db.run(
    sql`update software_update s set state = 'failed', failure = 'not_back', ended_at = ${at}
        where ${pending('checking')} and s.done_at < ${ago(times.backMs)}`,
  )
  const silent = await db.run(
    sql`update software_update s set ended_at = ${at}, hold = null,
          state = case when s.state = 'cancelling' then 'cancelled' else 'failed' end,
          failure = case when s.state = 'cancelling' then null else 'silent' end
        where s.state in ('in_progress', 'cancelling') and coalesce(s.told_at, s.requested_at) < ${ago(times.silentMs)}
          or ${pending('requested')} and s.requested_at < ${ago(times.unaskedMs)}
            and not exists (select from roll_out r where r.id = s.roll_out_id and r.state in ('paused', 'stopped'))`,
  )
  return back + left + lost + silent
}
