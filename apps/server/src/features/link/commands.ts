import { randomUUID } from 'node:crypto'
import type { CommandMessage, CommandOp, ReplyMessage } from '@ohmstead/contract/controller-messages'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { findCommandTarget, insertCommand, saveReply } from './command-queries.ts'
import type { KnownController } from './controller-cache.ts'
import type { LinkContext } from './link-context.ts'
import { notifyLink } from './link-notices.ts'
import { isRealtimeId } from './realtime-id.ts'

export interface CommandRequest {
  controllerId: number
  op: CommandOp
  args: Record<string, unknown>
  /** Sent too, and kept nowhere: addresses that open something. */
  secretArgs?: Record<string, unknown>
  ttlSeconds: number
  /** Null if the server itself sends it. */
  audit: AuditContext | null
}

/**
 * Sends a command to a connected controller and keeps it in the command history. Nothing is queued: for an offline
 * controller this throws `controller_offline`, for an unknown one `not_found`. Returns the id of the future answer.
 */
export function sendCommand(
  { db, clock }: { db: Db; clock: { now(): number } },
  request: CommandRequest,
): Promise<{ id: string; expiresAt: number }> {
  return db.transaction((tx) => sendCommandIn(tx, clock.now(), request))
}

/** The same within a transaction; it is sent when that ends. */
export async function sendCommandIn(
  tx: Queryable,
  now: number,
  { controllerId, op, args, secretArgs, ttlSeconds, audit }: CommandRequest,
): Promise<{ id: string; expiresAt: number }> {
  const target = await findCommandTarget(tx, controllerId)
  if (!target || target.revoked_at !== null || target.location_id === null) throw new AppError('not_found')
  if (!target.online) throw new AppError('controller_offline')
  const id = randomUUID()
  const expiresAt = now + ttlSeconds * 1000
  const message: CommandMessage = { v: 1, id, ts: now, exp: expiresAt, op, args: { ...args, ...secretArgs } }
  // Stored before it is sent, so that no answer can come too early; the process that has the session delivers it.
  const userId = audit?.actor?.userId ?? null
  await insertCommand(tx, { id, controllerId, op, args, userId, now, expiresAt })
  const entry = { action: 'command_sent' as const, locationId: target.location_id, controllerId }
  if (audit) await recordAudit(tx, audit, { ...entry, after: { id, op, args } })
  await notifyLink(tx, {
    t: 'publish',
    serial: target.unit_id,
    kind: 'cmd',
    payload: JSON.stringify(message),
  })
  return { id, expiresAt }
}

/**
 * A `reply` advances its command; one for no command of this controller is refused. Repeats change nothing, nor does the
 * answer to a request for a faster pace, which is not kept.
 */
export async function handleReply(
  context: LinkContext,
  controller: KnownController,
  reply: ReplyMessage,
): Promise<void> {
  if (isRealtimeId(controller.serial, reply.id)) return
  const isKnown = await saveReply(context.db, controller.id, reply, context.clock.now())
  if (!isKnown) context.refuse(controller.serial, 'unknown_command', `reply to ${reply.id}`)
}
