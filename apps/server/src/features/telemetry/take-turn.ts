import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

/**
 * Writers of telemetry share the turn; whoever must meet no other, having lost a race or summing up what is stored,
 * takes it alone. Held until the transaction ends. The embedded database has one connection and needs no turns.
 */
export async function takeTurn(tx: Queryable, isAlone: boolean): Promise<void> {
  const lock = rawSql(isAlone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await tx.row(sql`select ${lock}(hashtext('telemetry writers'))`)
}
