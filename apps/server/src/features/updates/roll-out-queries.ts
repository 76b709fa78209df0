import type { RollOutTargetView, RollOutView } from '@ohmstead/contract/updates-roll-outs'
import type { RollOutState, UpdateState } from '@ohmstead/domain/software/update-state'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { canUpdate, isSuitable } from './controller-update-queries.ts'
import { personOf } from './image-queries.ts'

export const targetsPerPage = 50

/** Whom a roll-out is for. */
export interface RollOutFilter {
  companyId: number | null
  locationGroupId: number | null
  version: string | null
  /** Only those at these locations; left out, at all. */
  locationIds?: readonly number[]
}

/** Which roll-outs somebody sees; null sees all. */
export type Scope = readonly number[] | null

const stateCount = (state: Sql) =>
  sql`(select count(*) from software_update s where s.roll_out_id = r.id and s.state in (${state}))`

const view = sql`select r.id, r.name, json_build_object('id', i.id, 'version', i.version, 'kind', i.kind) as image,
    case when co.id is not null then json_build_object('id', co.id, 'name', co.name) end as company,
    (select json_build_object('id', g.id, 'name', g.name) from location_group g
      where g.id = (r.filter ->> 'locationGroupId')::int) as location_group,
    r.filter ->> 'version' as from_version, r.stages, r.stage, r.state, r.stop_failures, r.stop_share, r.revision,
    r.created_at, r.changed_at, r.ended_at, ${personOf(sql`u`)} as by, ${personOf(sql`w`)} as changed_by,
    json_build_object('waiting', ${stateCount(sql`'waiting'`)}, 'requested', ${stateCount(sql`'requested'`)},
      'in_progress', ${stateCount(sql`'in_progress', 'checking', 'cancelling'`)},
      'installed', ${stateCount(sql`'installed'`)}, 'failed', ${stateCount(sql`'failed'`)},
      'cancelled', ${stateCount(sql`'cancelled'`)}) as counts
  from roll_out r join software_image i on i.id = r.image_id left join company co on co.id = r.company_id
    left join app_user u on u.id = r.created_by left join app_user w on w.id = r.changed_by`

const visible = (scope: Scope): Sql =>
  scope === null ? sql`true` : sql`r.company_id = any(${scope as number[]}::int[])`

export function findRollOuts(db: Queryable, scope: Scope): Promise<RollOutView[]> {
  return db.rows<RollOutView>(sql`${view} where ${visible(scope)} order by r.id desc limit 50`)
}

export function findRollOut(db: Queryable, scope: Scope, id: number): Promise<RollOutView | undefined> {
  return db.row<RollOutView>(sql`${view} where r.id = ${id} and ${visible(scope)}`)
}

/** Controllers that would get it: of its kind and hardware, with another version, and with no update open. */
const candidates = (
  imageId: number,
  { companyId, locationGroupId, version, locationIds }: RollOutFilter,
): Sql =>
  sql`from controller c join location l on l.id = c.location_id join software_image i on i.id = ${imageId}
      where i.state in ('checked', 'released') and c.revoked_at is null and ${canUpdate} and ${isSuitable}
        and c.info ->> 'softwareVersion' is distinct from i.version
        and (${companyId}::int is null or l.company_id = ${companyId}::int)
        and (${locationIds ?? null}::int[] is null or l.id = any(${locationIds ?? null}::int[]))
        and (${version}::text is null or c.info ->> 'softwareVersion' = ${version}::text)
        and (${locationGroupId}::int is null or l.location_group_id in (
          with recursive below as (select ${locationGroupId}::int as id
            union all select g.id from location_group g join below on g.parent_id = below.id) select id from below))
        and not exists (select from software_update s where s.controller_id = c.id
          and s.state in ('waiting', 'requested', 'in_progress', 'checking', 'cancelling'))`

export function countCandidates(db: Queryable, imageId: number, filter: RollOutFilter) {
  return db.rows<{ version: string | null; count: number; online: number }>(
    sql`select c.info ->> 'softwareVersion' as version, count(*) as count, count(*) filter (where c.online) as online
        ${candidates(imageId, filter)} group by 1 order by 2 desc, 1`,
  )
}

/** Of some locations, those with a controller that would get it. */
export async function findCandidateLocations(
  db: Queryable,
  imageId: number,
  filter: RollOutFilter,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`select distinct l.id ${candidates(imageId, filter)}`)
  return rows.map(({ id }) => id)
}

export async function isGroupOf(db: Queryable, locationGroupId: number, companyId: number): Promise<boolean> {
  const row = await db.row(
    sql`select 1 from location_group where id = ${locationGroupId} and company_id = ${companyId}`,
  )
  return row !== undefined
}

export async function isOfferable(db: Queryable, imageId: number): Promise<boolean> {
  const row = await db.row(
    sql`select 1 from software_image where id = ${imageId} and state in ('checked', 'released')`,
  )
  return row !== undefined
}

export async function insertRollOut(
  tx: Queryable,
  rollOut: {
    name: string
    imageId: number
    filter: RollOutFilter
    stopFailures: number
    stopShare: number
    userId: number
    now: number
  },
): Promise<number> {
  const { name, imageId, stopFailures, stopShare, userId } = rollOut
  // Which locations is kept by their updates.
  const { locationIds: _, ...filter } = rollOut.filter
  const at = new Date(rollOut.now)
  const row = await tx.row<{ id: number }>(
    sql`insert into roll_out (name, image_id, company_id, filter, stages, stop_failures, stop_share, created_by,
          created_at, changed_by, changed_at)
        values (${name}, ${imageId}, ${filter.companyId}, ${JSON.stringify(filter)}::jsonb, '{}', ${stopFailures},
          ${stopShare}, ${userId}, ${at}, ${userId}, ${at}) returning id`,
  )
  return row!.id
}

/** The connected ones first, else in no order that places have; returns how many there are. */
export function insertTargets(
  tx: Queryable,
  target: { rollOutId: number; imageId: number; filter: RollOutFilter; userId: number; now: number },
): Promise<number> {
  const { rollOutId, imageId, filter, userId, now } = target
  return tx.run(
    sql`insert into software_update (controller_id, image_id, roll_out_id, position, state, from_version, created_by, created_at)
        select c.id, i.id, ${rollOutId}, row_number() over (order by c.online desc, md5(c.id::text || '-' || ${String(rollOutId)})) - 1,
          'waiting', c.info ->> 'softwareVersion', ${userId}, ${new Date(now)}
        ${candidates(imageId, filter)} on conflict do nothing`,
  )
}

export async function saveStages(tx: Queryable, rollOutId: number, stages: readonly number[]): Promise<void> {
  await tx.run(sql`update roll_out set stages = ${stages as number[]}::int[] where id = ${rollOutId}`)
}

export function lockRollOut(tx: Queryable, scope: Scope, rollOutId: number) {
  return tx.row<{ state: RollOutState; revision: number; name: string; company_id: number | null }>(
    sql`select r.state, r.revision, r.name, r.company_id from roll_out r
        where r.id = ${rollOutId} and ${visible(scope)} for update`,
  )
}

export async function saveRollOutState(
  tx: Queryable,
  rollOutId: number,
  change: { state: RollOutState; userId: number | null; now: number },
): Promise<void> {
  const { state, userId } = change
  const at = new Date(change.now)
  const isOver = state === 'done' || state === 'cancelled'
  await tx.run(
    sql`update roll_out set state = ${state}, revision = revision + 1, changed_by = ${userId}, changed_at = ${at},
          ended_at = case when ${isOver} then ${at}::timestamptz end,
          forgiven = case when ${state} = 'running' then (select count(*) from software_update s
            where s.roll_out_id = roll_out.id and s.state = 'failed') else forgiven end
        where id = ${rollOutId}`,
  )
}

/** While it was paused nobody could ask for it: their time begins anew. */
export async function renewRequests(tx: Queryable, rollOutId: number, now: number): Promise<void> {
  await tx.run(
    sql`update software_update set requested_at = ${new Date(now)}
        where roll_out_id = ${rollOutId} and state = 'requested'`,
  )
}

/** Nobody who has not begun gets it any more. */
export async function cancelTargets(tx: Queryable, rollOutId: number, now: number): Promise<void> {
  await tx.run(
    sql`update software_update set state = 'cancelled', ended_at = ${new Date(now)}, hold = null
        where roll_out_id = ${rollOutId} and state in ('waiting', 'requested')`,
  )
}

export function findTargets(
  db: Queryable,
  rollOutId: number,
  { state, page }: { state: UpdateState | null; page: number },
): Promise<RollOutTargetView[]> {
  return db.rows<RollOutTargetView>(
    sql`select s.id, c.id as controller_id, c.unit_id, json_build_object('id', l.id, 'name', l.name) as location, c.online,
          s.state, s.percent, s.detail, s.failure, s.hold, s.ended_at
        from software_update s join controller c on c.id = s.controller_id join location l on l.id = c.location_id
        where s.roll_out_id = ${rollOutId} and (${state}::text is null or s.state = ${state}::text)
        order by s.state <> 'failed', s.state not in ('in_progress', 'checking', 'cancelling'), s.position, s.id
        limit ${targetsPerPage} offset ${(page - 1) * targetsPerPage}`,
  )
}

export async function countTargets(
  db: Queryable,
  rollOutId: number,
  state: UpdateState | null,
): Promise<number> {
  const row = await db.row<{ total: number }>(
    sql`select count(*) as total from software_update s join controller c on c.id = s.controller_id
          and c.location_id is not null
        where s.roll_out_id = ${rollOutId} and (${state}::text is null or s.state = ${state}::text)`,
  )
  return row!.total
}
