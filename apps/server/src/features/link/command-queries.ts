import type { ReplyMessage } from '@ohmstead/contract/controller-messages'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export function findCommandTarget(db: Queryable, controllerId: number) {
  return db.row<{ unit_id: string; online: boolean; location_id: number | null; revoked_at: number | null }>(
    sql`select unit_id, online, location_id, revoked_at from controller where id = ${controllerId}`,
  )
}

export async function insertCommand(
  db: Queryable,
  command: {
    id: string
    controllerId: number
    op: string
    args: object
    userId: number | null
    now: number
    expiresAt: number
  },
): Promise<void> {
  const { id, controllerId, op, args, userId, now, expiresAt } = command
  await db.run(
    sql`insert into command (id, controller_id, op, args, created_by, created_at, expires_at)
        values (${id}::uuid, ${controllerId}, ${op}, ${JSON.stringify(args)}::jsonb, ${userId}, ${new Date(now)}, ${new Date(expiresAt)})`,
  )
}

/**
 * Whether the command belongs to this controller. A finished command does not change; but one that was given up, since
 * its controller was away, is told apart from one that was carried out all the same.
 */
export async function saveReply(
  db: Queryable,
  controllerId: number,
  reply: ReplyMessage,
  now: number,
): Promise<boolean> {
  const { id, state, code, text, result } = reply
  const row = await db.row<{ op: string; args: Record<string, unknown> }>(
    sql`select op, args from command where id = ${id}::uuid and controller_id = ${controllerId}`,
  )
  if (!row) return false
  const isFinal = state !== 'accepted' && state !== 'expired'
  const changed = await db.run(
    sql`update command set state = ${state}, code = ${code}, text = ${text}, result = ${JSON.stringify(result)}::jsonb,
          answered_at = ${new Date(now)}
        where id = ${id}::uuid and controller_id = ${controllerId}
          and (state in ('sent', 'accepted') or state = 'expired' and answered_at is null and ${isFinal})`,
  )
  if (changed > 0 && state === 'done' && row.op === 'set') await keepParameter(db, controllerId, row.args)
  return true
}

/** What a controller has set is the parameter's value, also before its next inventory. */
async function keepParameter(
  db: Queryable,
  controllerId: number,
  { device, param, value }: Record<string, unknown>,
): Promise<void> {
  await db.run(
    sql`update device set params = (
          select coalesce(jsonb_agg(case when p ->> 'name' = ${String(param)}
            then p || jsonb_build_object('value', ${JSON.stringify(value ?? null)}::jsonb) else p end order by at), '[]')
          from jsonb_array_elements(params) with ordinality as listed (p, at))
        where controller_id = ${controllerId} and source_key = ${String(device)}`,
  )
}

/**
 * Expires unanswered commands, accepted ones of a controller that is gone, and accepted work that did not end within
 * another day.
 */
export function expireCommands(db: Queryable, now: number): Promise<number> {
  return db.run(
    sql`update command set state = 'expired', answered_at = null
        where state in ('sent', 'accepted') and expires_at < ${new Date(now)}
          and (state = 'sent' or expires_at < ${new Date(now - 86_400_000)}
            or not exists (select from controller c where c.id = controller_id and c.online))`,
  )
}
