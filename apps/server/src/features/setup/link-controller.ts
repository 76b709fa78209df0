import type { LinkedController } from '@ohmstead/contract/setup'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import { includesRole } from '@ohmstead/domain/access/role'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { claimController } from '../controllers/controller-limit.ts'
import { sendCommandIn } from '../link/commands.ts'
import { applyInventory } from '../link/handle-inventory.ts'
import { notifyLink, notifyLive } from '../link/link-notices.ts'
import { decideLink, type GivenSerial, type LinkState, stillSeenWithinMs } from './find-controller.ts'
import { lockLinkable, saveLink } from './setup-queries.ts'

const refusals: Record<Exclude<LinkState, 'found'>, AppError['code']> = {
  not_found: 'serial_not_found',
  linked_to_you: 'controller_linked_by_you',
  linked_to_other: 'controller_already_linked',
}

interface GivenUnits {
  node?: { unitId: GivenSerial } | null | undefined
  controller?: { unitId: GivenSerial } | null | undefined
}

/** Either name for the controller, or both if they agree. */
export function readUnit({ node, controller }: GivenUnits): GivenSerial {
  const given = controller ?? node
  if (!given) throw new AppError('controller_data_invalid', { fields: { controller: 'required' } })
  if (node && node.unitId.serial !== given.unitId.serial)
    throw new AppError('controller_data_invalid', { fields: { 'node.unitId': 'confirmed' } })
  return given.unitId
}

/** Gives a controller that waits for its owner to a location. Inside a transaction that holds the location. */
export async function linkController(
  tx: Queryable,
  audit: AuditContext,
  actor: Actor,
  { given, locationId }: { given: GivenSerial; locationId: number },
): Promise<LinkedController> {
  const limited = includesRole(activeRole(actor), 'ROLE_AGGREGATOR')
    ? null
    : { userId: actor.userId, locationId }
  if (limited) await claimController(tx, limited)
  const { serial } = given
  const now = audit.at
  const row = await lockLinkable(tx, serial)
  const state = decideLink(actor, given, row, { now, withinMs: stillSeenWithinMs })
  if (!row || state !== 'found') throw new AppError(refusals[state as Exclude<LinkState, 'found'>])
  const { id, kind, alias, protocol, inventory } = row
  // What it told of itself since its former home was not kept; of foreign devices each message tells it again.
  const isToTell = row.is_released && row.online && protocol === 'ems'
  await saveLink(tx, { id, locationId, userId: actor.userId, now })
  if (inventory) await applyInventory(tx, { id, serial, locationId }, inventory, null)
  if (isToTell)
    await sendCommandIn(tx, now, { controllerId: id, op: 'refresh', args: {}, ttlSeconds: 60, audit: null })
  await recordAudit(tx, audit, {
    action: 'controller_linked',
    locationId,
    controllerId: id,
    after: { serial, kind, alias },
  })
  await notifyLink(tx, { t: 'changed', serial })
  await notifyLive(tx, { t: 'controller', l: locationId, c: id, online: true })
  return { id, unit_id: serial, kind, protocol, alias }
}
