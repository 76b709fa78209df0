import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** The database channel by which processes tell one another that a tunnel has ended. */
export const tunnelChannel = 'tunnel'

export async function notifyTunnelEnded(db: Queryable, id: number): Promise<void> {
  await db.row(sql`select pg_notify(${tunnelChannel}, ${String(id)})`)
}
