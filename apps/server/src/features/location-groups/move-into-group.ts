import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'

interface Target {
  id: number
  company_id: number
}

interface Movable {
  id: number
  name: string
  /** The group that it lies in. */
  from: number | null
}

/** Moves locations and groups into another group of their company: all, or none. */
export async function moveIntoGroup(
  tx: Queryable,
  { id: groupId, company_id: companyId }: Target,
  chosen: { locationIds: readonly number[]; groupIds: readonly number[] },
  audit: AuditContext,
): Promise<void> {
  await holdGroupsOf(tx, companyId)
  const locations = await findLocations(tx, companyId, chosen.locationIds)
  const groups = await findGroups(tx, companyId, chosen.groupIds)
  if (locations.length !== new Set(chosen.locationIds).size) throw new AppError('not_found')
  if (groups.length !== new Set(chosen.groupIds).size) throw new AppError('not_found')
  if ([...locations, ...groups].some(({ from }) => from === groupId)) throw new AppError('already_in_group')
  const above = await findGroupsAbove(tx, groupId)
  if (groups.some(({ id }) => above.has(id))) throw new AppError('group_in_itself')
  await tx.run(
    sql`update location set location_group_id = ${groupId} where id = any(${locations.map(({ id }) => id)}::int[])`,
  )
  await tx.run(
    sql`update location_group set parent_id = ${groupId} where id = any(${groups.map(({ id }) => id)}::int[])`,
  )
  for (const { id, from } of locations)
    await recordAudit(tx, audit, {
      action: 'location_changed',
      locationId: id,
      before: { locationGroupId: from },
      after: { locationGroupId: groupId },
    })
  for (const { id, name, from } of groups)
    await recordAudit(tx, audit, {
      action: 'location_group_changed',
      companyId,
      before: { id, name, locationGroupId: from },
      after: { id, name, locationGroupId: groupId },
    })
}

/** Two moves at once could make a circle that neither of them sees. */
export async function holdGroupsOf(tx: Queryable, companyId: number): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('location groups of a company'), ${companyId}::int)`)
}

function findLocations(tx: Queryable, companyId: number, ids: readonly number[]): Promise<Movable[]> {
  return tx.rows<Movable>(
    sql`select id, name, location_group_id as "from" from location
        where id = any(${ids}::int[]) and company_id = ${companyId} and deletion_due_at is null order by id for update`,
  )
}

/** The root group of a company stays where it is. */
function findGroups(tx: Queryable, companyId: number, ids: readonly number[]): Promise<Movable[]> {
  return tx.rows<Movable>(
    sql`select id, name, parent_id as "from" from location_group
        where id = any(${ids}::int[]) and company_id = ${companyId} and parent_id is not null order by id for update`,
  )
}

/** A group, and those that it lies in. */
async function findGroupsAbove(tx: Queryable, groupId: number): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(
    sql`with recursive above as (
          select id, parent_id from location_group where id = ${groupId}
          union select g.id, g.parent_id from location_group g join above on g.id = above.parent_id)
        select id from above`,
  )
  return new Set(rows.map(({ id }) => id))
}
