import type { LiveNotice } from '@ohmstead/contract/live-events'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** A notification is limited to 8000 bytes; an id takes 11 with its comma. */
const idsPerNotice = 700

/** Notifies every process which locations have newer values, in the transaction that stores them. */
export async function notifyLatest(tx: Queryable, locationIds: readonly number[]): Promise<void> {
  const ids = [...new Set(locationIds)]
  for (let start = 0; start < ids.length; start += idsPerNotice) {
    const notice: LiveNotice = { t: 'latest', l: ids.slice(start, start + idsPerNotice) }
    await tx.row(sql`select pg_notify('live', ${JSON.stringify(notice)})`)
  }
}
