import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { holdGroupsOf, moveIntoGroup } from '../location-groups/move-into-group.ts'
import { type ActionOf, LeftAlone, type Turn } from './bulk-action.ts'

type Move = Extract<BulkWish, { action: 'group' }>

/** Moves each location into a group; back into the one it came from. */
export const moveAction: ActionOf<Move> = {
  permission: 'group.edit',
  check: async (db, companyId, { locationGroupId }) => {
    if (!(await isGroupOf(db, companyId, locationGroupId))) throw new AppError('not_found')
  },
  foresee: async (db, { locationGroupId }, items) => {
    const locationIds = items.map(({ locationId }) => locationId)
    const rows = await db.rows<{ id: number }>(
      sql`select id from location where id = any(${locationIds}::int[]) and location_group_id = ${locationGroupId}`,
    )
    const there = new Set(rows.map(({ id }) => id))
    return locationIds.map((id) => (there.has(id) ? 'already' : null))
  },
  perform: (turn) => move(turn, turn.wish.locationGroupId),
  undo: async (turn, { from, to }) => {
    await holdGroupsOf(turn.tx, turn.companyId)
    const row = await turn.tx.row<{ at: number | null }>(
      sql`select location_group_id as at from location where id = ${turn.locationId} for update`,
    )
    if (row?.at !== to) throw new LeftAlone('changed_since')
    return move(turn, Number(from))
  },
}

async function move({ tx, companyId, locationId, audit }: Turn<Move>, into: number) {
  // A group that is being deleted is not moved into.
  await holdGroupsOf(tx, companyId)
  if (!(await isGroupOf(tx, companyId, into))) throw new LeftAlone('group_gone')
  const row = await tx.row<{ from: number }>(
    sql`select location_group_id as "from" from location where id = ${locationId} for update`,
  )
  await moveIntoGroup(
    tx,
    { id: into, company_id: companyId },
    { locationIds: [locationId], groupIds: [] },
    audit,
  )
  return { facts: { from: row?.from, to: into } }
}

async function isGroupOf(db: Queryable, companyId: number, id: number): Promise<boolean> {
  const row = await db.row(sql`select 1 from location_group where id = ${id} and company_id = ${companyId}`)
  return row !== undefined
}
