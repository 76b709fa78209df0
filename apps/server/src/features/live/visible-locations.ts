import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'

/** Those of the locations that exist and that the actor sees. */
export async function findVisibleLocations(
  db: Queryable,
  actor: Actor,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(
    sql`select l.id from location l where l.id = any(${ids}::int[]) and ${visibleLocation(actor)}`,
  )
  return new Set(rows.map((row) => row.id))
}
