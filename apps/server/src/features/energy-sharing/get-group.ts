import type { Actor } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { findGroup, type GroupRow } from './group-queries.ts'

/** Who asks, and when. */
export interface Asking {
  db: Queryable
  actor: Actor
  deps: { clock: { now(): number } }
}

/** The group, if the actor organises it or is a member; else it does not exist. */
export async function getGroup({ db, actor, deps }: Asking, groupId: number): Promise<GroupRow> {
  const group = await findGroup(db, actor, groupId, localDay(deps.clock.now()))
  if (!group) throw new AppError('not_found')
  return group
}

/** The group, if the actor organises it; else it does not exist. */
export async function getOrganisedGroup(asking: Asking, groupId: number): Promise<GroupRow> {
  const group = await getGroup(asking, groupId)
  if (!group.is_organiser) throw new AppError('not_found')
  return group
}
