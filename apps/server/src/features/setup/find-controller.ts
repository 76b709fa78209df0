import type { FoundController } from '@ohmstead/contract/setup'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { findLinkable, type LinkableRow } from './setup-queries.ts'

const minuteMs = 60_000
/** A controller that is being set up reports every minute. */
export const seenWithinMs = 15 * minuteMs
/** For linking what was found: people take their time with the steps between. */
export const stillSeenWithinMs = 60 * minuteMs

export interface GivenSerial {
  serial: string
  isCheckRight: boolean
}

export type LinkState = FoundController['state']

/** Whether somebody may link a controller now. One that has not reported is as unknown as one that does not exist. */
export function decideLink(
  actor: Actor,
  { isCheckRight }: GivenSerial,
  row: LinkableRow | undefined,
  { now, withinMs }: { now: number; withinMs: number },
): LinkState {
  if (!row || !isCheckRight) return 'not_found'
  if (row.location_id !== null) return isOwn(actor, row) ? 'linked_to_you' : 'linked_to_other'
  return row.last_seen_at !== null && now - row.last_seen_at <= withinMs ? 'found' : 'not_found'
}

function isOwn(actor: Actor, { location_id, company_id, owner_id }: LinkableRow): boolean {
  if (owner_id === actor.userId) return true
  if (company_id !== null && actor.companyIds.includes(company_id)) return true
  return actor.locations.some((entry) => entry.id === location_id && entry.edit)
}

/** Tells no more of somebody else's controller than that it is linked. */
export async function findController(
  db: Queryable,
  actor: Actor,
  given: GivenSerial,
  now: number,
): Promise<FoundController> {
  const row = await findLinkable(db, given.serial)
  const state = decideLink(actor, given, row, { now, withinMs: seenWithinMs })
  const shown = row && (state === 'found' || state === 'linked_to_you') ? row : null
  const isLinked = shown !== null && shown.location_id !== null
  return {
    state,
    unit_id: given.serial,
    is_check_right: given.isCheckRight,
    kind: shown?.kind ?? null,
    protocol: shown?.protocol ?? null,
    last_seen_at: shown?.last_seen_at ?? null,
    location: isLinked ? { id: shown.location_id!, name: shown.location_name! } : null,
  }
}
