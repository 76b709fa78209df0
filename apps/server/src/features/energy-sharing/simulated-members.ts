import { isReceiving, isSending } from '@ohmstead/domain/sharing/sharing-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { nettingOf } from './group-view.ts'
import type { MemberRow } from './member-queries.ts'
import { readGroupState } from './read-group-state.ts'
import { findCauses, findSettlementFingerprint, type GroupState } from './settlement-fingerprint.ts'
import type { SimulationRow } from './simulation-queries.ts'
import type { SettlementFingerprint } from './statement-queries.ts'

/** Members of today, who are taken to have been members always; null if none sends, none receives or one may not. */
export function findSimulated(state: GroupState): MemberRow[] | null {
  const members = state.members.filter(({ state: standing }) => standing === 'active')
  const isAllowed = members.every(
    (member) => !isReceiving(member) || nettingOf(member, state.places.get(member.id)) !== 'yearly',
  )
  return members.some(isSending) && members.some(isReceiving) && isAllowed ? members : null
}

export async function findSimulationFingerprint(
  db: Queryable,
  state: GroupState,
  members: readonly MemberRow[],
  months: readonly string[],
): Promise<Record<string, SettlementFingerprint>> {
  const parts: Record<string, SettlementFingerprint> = {}
  // One after the other: one page would else take all connections to the database.
  for (const month of months) parts[month] = await findSettlementFingerprint(db, state, month, members)
  return parts
}

/** Whether readings, prices, terms or members of a simulation have changed since; a simulation has keys of its own. */
export async function findOutdatedSimulations(
  db: Queryable,
  groupId: number,
  rows: readonly SimulationRow[],
  today: string,
): Promise<(row: SimulationRow) => boolean> {
  const state = await readGroupState(db, groupId, today)
  const members = state.members.filter(({ state: standing }) => standing === 'active')
  const months = new Set(rows.flatMap(({ fingerprint }) => Object.keys(fingerprint ?? {})))
  const now = await findSimulationFingerprint(db, state, members, [...months])
  return ({ fingerprint }) =>
    Object.entries(fingerprint ?? {}).some(([month, before]) => {
      const causes = findCauses(before, now[month]!, { memberId: 0, isCoupled: true })
      return causes.some((cause) => cause !== 'key')
    })
}
