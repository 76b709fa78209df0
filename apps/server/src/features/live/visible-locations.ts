import { type Actor, canSee } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** The companies of those locations that exist and are not being deleted. */
export async function findCompaniesOf(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.rows<{ id: number; company_id: number }>(
    sql`select id, company_id from location where id = any(${ids}::int[]) and deletion_due_at is null`,
  )
  return new Map(rows.map((row) => [row.id, row.company_id]))
}

/** Those of the locations that the actor sees. */
export function selectVisible(
  actor: Actor,
  ids: readonly number[],
  companyOf: ReadonlyMap<number, number>,
): Set<number> {
  const isVisible = (locationId: number) => {
    const companyId = companyOf.get(locationId)
    return companyId !== undefined && canSee(actor, { kind: 'location', companyId, locationId })
  }
  return new Set(ids.filter(isVisible))
}

export const findVisibleLocations = async (db: Queryable, actor: Actor, ids: readonly number[]) =>
  selectVisible(actor, ids, await findCompaniesOf(db, ids))
