import { vi } from 'vitest'
import type { Queryable } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'

/** Waits until somebody waits for this transaction. On the embedded database each waits for the one before anyway. */
export async function waitUntilBlocked(tx: Queryable): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) return
  await vi.waitFor(
    async () => {
      const waiting = await tx.row(sql`
        select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1`)
      if (!waiting) throw new Error('nobody waits for the transaction')
    },
    { timeout: 10_000 },
  )
}
