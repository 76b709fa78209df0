import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface RunningRollOut {
  id: number
  name: string
  company_id: number | null
  stages: number[]
  stage: number
  stop_failures: number
  stop_share: number
  forgiven: number
}

export async function findRunningRollOuts(db: Queryable): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`select id from roll_out where state = 'running' order by id`)
  return rows.map(({ id }) => id)
}

/** Undefined if it does not run, or another process has it. */
export function lockRunningRollOut(tx: Queryable, id: number): Promise<RunningRollOut | undefined> {
  return tx.row<RunningRollOut>(
    sql`select id, name, company_id, stages, stage, stop_failures, stop_share, forgiven from roll_out
        where id = ${id} and state = 'running' for update skip locked`,
  )
}

/** Up to the end of the stage that runs. `open` leaves out who is away since before `awaySince`, or must not restart now. */
export async function findStageCounts(
  tx: Queryable,
  { id, stages, stage }: RunningRollOut,
  awaySince: number,
) {
  const row = await tx.row<{
    waiting: number
    open: number
    left: number
    installed: number
    failed: number
  }>(
    sql`select count(*) filter (where s.state = 'waiting') as waiting,
          count(*) filter (where s.state in ('in_progress', 'checking', 'cancelling') or s.state = 'requested'
            and s.hold is null and (c.online or s.requested_at > ${new Date(awaySince)})) as open,
          count(*) filter (where s.state in ('waiting', 'requested', 'in_progress', 'checking', 'cancelling')) as left,
          count(*) filter (where s.state = 'installed') as installed, count(*) filter (where s.state = 'failed') as failed
        from software_update s join controller c on c.id = s.controller_id
        where s.roll_out_id = ${id} and s.position < ${stages[stage] ?? 0}`,
  )
  return row!
}

export function requestSome(
  tx: Queryable,
  { id, stages, stage }: RunningRollOut,
  most: number,
  now: number,
): Promise<{ controller_id: number; online: boolean }[]> {
  return tx.rows<{ controller_id: number; online: boolean }>(
    sql`update software_update s set state = 'requested', requested_at = ${new Date(now)} from controller c
        where c.id = s.controller_id and s.id in (select id from software_update where roll_out_id = ${id}
          and state = 'waiting' and position < ${stages[stage] ?? 0} order by position limit ${most})
        returning s.controller_id, c.online and c.location_id is not null and c.revoked_at is null as online`,
  )
}

/** The stage gets one controller more, or the next stage begins where that is its end. */
export async function lengthenStage(
  tx: Queryable,
  { id, stages, stage }: RunningRollOut,
  now: number,
): Promise<void> {
  const end = stages[stage]! + 1
  if (end >= stages[stage + 1]!) await saveStage(tx, id, stage + 1, now)
  else await tx.run(sql`update roll_out set stages[${stage + 1}::int] = ${end} where id = ${id}`)
}

/** Its revision stays: nobody has acted on it. */
export async function saveStage(tx: Queryable, rollOutId: number, stage: number, now: number): Promise<void> {
  await tx.run(
    sql`update roll_out set stage = ${stage}, changed_at = ${new Date(now)}, changed_by = null where id = ${rollOutId}`,
  )
}
