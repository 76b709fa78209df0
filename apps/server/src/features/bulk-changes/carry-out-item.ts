import type { ErrorCode } from '@ohmstead/contract/errors'
import { type Actor, decide, type Resource } from '@ohmstead/domain/access/permission'
import type { BulkReason } from '@ohmstead/domain/fleet/bulk-change'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { DbError } from '../../platform/db/db-error.ts'
import { sql } from '../../platform/db/sql.ts'
import { findPersonActor } from '../auth/session.ts'
import { actionOf } from './actions.ts'
import { LeftAlone, type Turn } from './bulk-action.ts'
import { type BulkItem, type ItemEnd, lockWaitingItem, saveItem } from './bulk-item-queries.ts'
import type { TakenChange } from './bulk-run-queries.ts'

/** What a refusal of the functions that change one location means here. */
const reasons: Partial<Record<ErrorCode, BulkReason>> = {
  not_found: 'gone',
  not_allowed: 'not_allowed',
  already_in_group: 'already',
  controller_offline: 'offline',
  device_unreachable: 'unreachable',
  edited_meanwhile: 'changed_since',
  invalid_request: 'out_of_range',
  too_many_requests: 'busy',
  too_many_alarm_rules: 'too_many_rules',
}

/**
 * Changes one location and notes it in the same transaction, so that it happens once, whatever stops the process. A refusal
 * is noted in a second one, after what was begun has been taken back.
 */
export async function carryOutItem(
  db: Db,
  change: TakenChange,
  position: number,
  { now, onUnexpected }: { now: number; onUnexpected: (error: unknown) => void },
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const item = await lockWaitingItem(tx, change.id, position)
      if (item) await saveItem(tx, change, item, await changeOne(tx, change, item, now), now)
    })
  } catch (error) {
    // Not the location's fault: the whole change goes on later.
    if (error instanceof DbError && error.isUnavailable) throw error
    const end = endOf(error)
    if (end.outcome === 'failed') onUnexpected(error)
    await saveItem(db, change, { position, undoes_position: null }, end, now)
  }
}

async function changeOne(tx: Queryable, change: TakenChange, item: BulkItem, now: number): Promise<ItemEnd> {
  const actor = await findActor(tx, change)
  const action = actionOf(change.wish)
  const resource = await findPlace(tx, item.location_id)
  if (!resource || resource.isBeingDeleted || resource.companyId !== change.company_id)
    throw new LeftAlone('gone')
  const { companyId } = resource
  const about: Resource =
    action.permission === 'group.edit' ? { kind: 'group', companyId, ownLocationIds: [] } : resource
  if (decide(actor, action.permission, about) !== 'allowed') throw new LeftAlone('not_allowed')
  const turn: Turn<typeof change.wish> = {
    ...{ tx, wish: change.wish, companyId, locationId: item.location_id, deviceId: item.device_id },
    audit: { actor, address: null, at: now },
  }
  const { facts, commandId = null } =
    change.undoes === null ? await action.perform(turn) : await action.undo(turn, item.facts ?? {})
  return { outcome: commandId === null ? 'done' : 'sent', reason: null, facts, commandId }
}

/** With the rights of this moment: what was withdrawn since the start is withdrawn. */
export async function findActor(tx: Queryable, change: TakenChange): Promise<Actor> {
  const { created_by: userId, impersonator_id: impersonatorId } = change
  const actor = userId === null ? null : await findPersonActor(tx, { userId, impersonatorId })
  if (!actor) throw new LeftAlone('not_allowed')
  return actor
}

async function findPlace(tx: Queryable, locationId: number) {
  return tx.row<Extract<Resource, { kind: 'location' }>>(
    sql`select 'location' as kind, id as "locationId", company_id as "companyId", owner_id as "ownerId",
          deletion_due_at is not null as "isBeingDeleted"
        from location where id = ${locationId}`,
  )
}

function endOf(error: unknown): ItemEnd {
  const reason =
    error instanceof LeftAlone ? error.reason : error instanceof AppError ? reasons[error.code] : undefined
  const known = { facts: null, commandId: null }
  return reason
    ? { outcome: 'skipped', reason, ...known }
    : { outcome: 'failed', reason: 'unexpected', ...known }
}
