import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** The session acts as somebody else from now on, or null for its owner, under a new token. */
export function setActingAs(
  tx: Queryable,
  session: { tokenHash: Uint8Array; newTokenHash: Uint8Array; actingAsId: number | null },
): Promise<number> {
  return tx.run(sql`
    update session set acting_as_id = ${session.actingAsId}, token_hash = ${session.newTokenHash}
    where token_hash = ${session.tokenHash}`)
}
