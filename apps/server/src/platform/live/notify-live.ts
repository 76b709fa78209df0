import type { LiveNotice } from '@ohmstead/contract/live-events'
import type { Queryable } from '../db/db.ts'
import { sql } from '../db/sql.ts'

/** Notifies every process; inside a transaction the notice is sent with the commit. */
export async function notifyLive(db: Queryable, notice: LiveNotice): Promise<void> {
  await db.row(sql`select pg_notify('live', ${JSON.stringify(notice)})`)
}
