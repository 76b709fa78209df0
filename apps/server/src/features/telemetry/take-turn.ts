import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

// Locations are hashed to this many locks, since a batch may contain hundreds of locations.
const lockCount = 64

/**
 * Writers of a location's telemetry share its lock; one that has lost a race takes it exclusively. Always taken
 * in one go and in order, and held until the transaction ends. The embedded database has one connection and needs none.
 */
export async function takeTurn(
  tx: Queryable,
  locationIds: readonly number[],
  isAlone: boolean,
): Promise<void> {
  const locks = [...new Set(locationIds.map((id) => id % lockCount))].sort((a, b) => a - b)
  const lock = rawSql(isAlone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await tx.row(
    sql`select count(${lock}(hashtext('telemetry writers'), lock)) from unnest(${locks}::int[]) as lock`,
  )
}
