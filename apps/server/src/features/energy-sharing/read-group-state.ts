import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { findGroupBasis } from './group-queries.ts'
import { findKeys } from './key-queries.ts'
import { findPlaceFacts } from './member-place-queries.ts'
import { findTakingPart } from './member-queries.ts'
import type { GroupState } from './settlement-fingerprint.ts'

/** A group with everybody who has ever taken part and all keys, for whoever already knows that it may be settled. */
export async function readGroupState(
  db: Queryable,
  groupId: number,
  today: string,
): Promise<GroupState & { version: number; name: string; companyId: number | null }> {
  const group = await findGroupBasis(db, groupId)
  if (!group) throw new AppError('not_found')
  const members = await findTakingPart(db, groupId)
  const ids = members.map(({ id }) => id)
  const places = new Map((await findPlaceFacts(db, ids, today)).map((facts) => [facts.member_id, facts]))
  const keys = await findKeys(db, groupId)
  return {
    group,
    members,
    places,
    keys,
    version: group.version,
    name: group.name,
    companyId: group.company_id,
  }
}
