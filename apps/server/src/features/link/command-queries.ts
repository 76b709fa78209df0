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

/** Whether the command belongs to this controller. A finished command does not change. */
export async function saveReply(
  db: Queryable,
  controllerId: number,
  reply: ReplyMessage,
  now: number,
): Promise<boolean> {
  const { id, state, code, text, result } = reply
  const row = await db.row(
    sql`select 1 as known from command where id = ${id}::uuid and controller_id = ${controllerId}`,
  )
  if (!row) return false
  await db.run(
    sql`update command set state = ${state}, code = ${code}, text = ${text}, result = ${JSON.stringify(result)}::jsonb,
          answered_at = ${new Date(now)}
        where id = ${id}::uuid and controller_id = ${controllerId} and state in ('sent', 'accepted')`,
  )
  return true
}

/** Expires unanswered commands, and accepted work that did not end within another day. */
export function expireCommands(db: Queryable, now: number): Promise<number> {
  return db.run(
    sql`update command set state = 'expired'
        where state in ('sent', 'accepted') and expires_at < ${new Date(now)}
          and (state = 'sent' or expires_at < ${new Date(now - 86_400_000)})`,
  )
}
