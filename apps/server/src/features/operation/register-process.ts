import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import process from 'node:process'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { version } from '../../platform/version.ts'

const renewEveryMs = 15_000
/** Three renewals missed. */
export const silentAfterSeconds = 45
const forgottenAfterHours = 24

/**
 * Keeps a row for this process, so that people see which processes run: its machine, version, memory and load. It is
 * removed when the process stops; that of one that died stays for a day. Times are the database's.
 */
export async function registerProcess({
  db: anyDb,
  log,
}: Pick<PlatformDeps, 'db' | 'log'>): Promise<{ close(): Promise<void> }> {
  const db = anyDb.at('page')
  const processId = randomUUID()
  const name = `${hostname()} ${process.pid}`
  let [usedAt, used] = [performance.now(), process.cpuUsage()]

  async function renew(): Promise<void> {
    const now = performance.now()
    const since = process.cpuUsage(used)
    const cpuShare = (since.user + since.system) / 1000 / Math.max(1, now - usedAt)
    usedAt = now
    used = process.cpuUsage()
    await renewRow(db, { processId, name, cpuShare, memoryBytes: process.memoryUsage.rss() })
  }

  let isAway = false
  const renewQuietly = () =>
    renew().then(
      () => {
        isAway = false
      },
      (error: Error) => {
        // Once for an outage, which the watch of the database reports in its own way.
        if (!isAway) log.warn({ reason: error.message }, 'this process could not be registered')
        isAway = true
      },
    )
  await renewQuietly()
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewQuietly()
  }, renewEveryMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await renewing
      await db.run(sql`delete from server_process where process_id = ${processId}`).catch(() => {})
    },
  }
}

async function renewRow(
  db: Db,
  row: { processId: string; name: string; cpuShare: number; memoryBytes: number },
): Promise<void> {
  await db.run(sql`
    insert into server_process (process_id, name, version, started_at, seen_at, memory_bytes, cpu_share)
    values (${row.processId}, ${row.name}, ${version}, now(), now(), ${row.memoryBytes}, ${row.cpuShare})
    on conflict (process_id) do update set seen_at = now(), memory_bytes = excluded.memory_bytes,
      cpu_share = excluded.cpu_share`)
  await db.run(
    sql`delete from server_process where seen_at < now() - make_interval(hours => ${forgottenAfterHours}::int)`,
  )
}
