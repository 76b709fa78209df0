import type { Queryable } from '../../platform/db/db.ts'
import { readGroupState } from './read-group-state.ts'
import {
  findCauses,
  findSettlementFingerprint,
  type GroupState,
  isCoupled,
  takingPartIn,
} from './settlement-fingerprint.ts'
import type { SettlementFingerprint, SettlementRow, StatementCause } from './statement-queries.ts'

/** Whether the newest statement of a member for a month would differ today. */
export type Outdated = (month: string, memberId: number) => boolean

/** Of so many months, the newest first. */
const mostMonths = 24

/** Compares what settled months followed from with what they would follow from today. */
export async function findOutdated(
  db: Queryable,
  groupId: number,
  settlements: ReadonlyMap<string, SettlementRow>,
  today: string,
): Promise<Outdated> {
  const state = await readGroupState(db, groupId, today)
  const months = [...settlements.keys()].sort().reverse().slice(0, mostMonths)
  const now = new Map<string, SettlementFingerprint>()
  // One after the other: one page would else take all connections to the database.
  for (const month of months) now.set(month, await findSettlementFingerprint(db, state, month))
  const coupled = isCoupled(state)
  return (month, memberId) => {
    const [before, after] = [settlements.get(month)?.fingerprint, now.get(month)]
    if (!before || !after || isClosed(state, month, before)) return false
    return findCauses(before, after, { memberId, isCoupled: coupled }).length > 0
  }
}

/** Why the statement of each member for a month would differ from the one that was issued. */
export function findCausesOf(
  state: GroupState,
  settled: Pick<SettlementRow, 'fingerprint'> | undefined,
  now: SettlementFingerprint,
): (memberId: number) => StatementCause[] {
  if (!settled) return () => []
  const coupled = isCoupled(state)
  return (memberId) => findCauses(settled.fingerprint, now, { memberId, isCoupled: coupled })
}

/**
 * A month is closed once the place of somebody who took part was deleted: without its readings nothing can be worked out
 * again, and the statements of the others stay as they are.
 */
export function isClosed(
  state: Parameters<typeof takingPartIn>[0],
  month: string,
  settled: { readings: Record<string, string> } | undefined,
): boolean {
  if (!settled) return false
  return takingPartIn(state, month).some(
    ({ id, location_id, abstract_device_id }) =>
      location_id === null && abstract_device_id === null && settled.readings[id] !== undefined,
  )
}
