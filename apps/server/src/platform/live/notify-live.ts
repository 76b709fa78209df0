import type { LiveNotice } from '@ohmstead/contract/live-events'
import type { Queryable } from '../db/db.ts'
import { sql } from '../db/sql.ts'

/** Tells every process; inside a transaction it goes out with the commit. */
export async function notifyLive(db: Queryable, notice: LiveNotice): Promise<void> {
  await db.row(sql`select pg_notify('live', ${JSON.stringify(notice)})`)
}
