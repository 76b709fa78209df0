import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import process from 'node:process'
import type { ProcessLink } from '@ohmstead/contract/operation'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { BrokerState } from '../../platform/mqtt/link-transport.ts'
import { version } from '../../platform/version.ts'

const renewEveryMs = 15_000
/** Controllers send once a minute: over less, the rate of a few of them is 0 most of the time. */
const rateOverMs = 5 * 60_000
/** Three renewals missed. */
export const silentAfterSeconds = 45
const forgottenAfterHours = 24
/** Of this process, which is several servers in tests. */
const ownIds = new Set<string>()

/**
 * Keeps a row for this process, so that people see which processes run: its machine, version, memory, load and link. It is
 * removed when the process stops. That of one that died stays for a day, unless another one starts on its machine: who
 * starts there knows that it has ended, and has taken its place. Times are the database's.
 */
export async function registerProcess({
  db: anyDb,
  log,
  link,
}: Pick<Deps, 'db' | 'log' | 'link'>): Promise<{ close(): Promise<void> }> {
  const db = anyDb.at('page')
  const processId = randomUUID()
  const name = `${hostname()} ${process.pid}`
  ownIds.add(processId)
  let [usedAt, used] = [performance.now(), process.cpuUsage()]
  const counted: StoredCount[] = [{ at: usedAt, stored: link.findCounts().stored }]

  async function renew(): Promise<void> {
    const now = performance.now()
    const since = process.cpuUsage(used)
    const passedMs = Math.max(1, now - usedAt)
    const cpuShare = (since.user + since.system) / 1000 / passedMs
    const counts = link.findCounts()
    const ownLink = describeLink(link.findBrokerState(), {
      ...countSince(counted, { at: now, stored: counts.stored }),
      waiting: counts.waiting,
    })
    usedAt = now
    used = process.cpuUsage()
    await renewRow(db, {
      ...{ processId, name, cpuShare },
      ...{ memoryBytes: process.memoryUsage.rss(), link: ownLink },
    })
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
  if (!isAway) await forgetEnded(db).catch(() => {})
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewQuietly()
  }, renewEveryMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await renewing
      ownIds.delete(processId)
      await db.run(sql`delete from server_process where process_id = ${processId}`).catch(() => {})
    },
  }
}

interface StoredCount {
  at: number
  stored: number
}

/** What has been stored since the oldest count that is recent enough; older ones are dropped from `counted`. */
export function countSince(counted: StoredCount[], now: StoredCount): { stored: number; passedMs: number } {
  while (counted.length > 1 && now.at - counted[0]!.at > rateOverMs) counted.shift()
  const [{ at, stored } = now] = counted
  counted.push(now)
  return { stored: now.stored - stored, passedMs: Math.max(1, now.at - at) }
}

/** How readings come in, `stored` messages of them in the time that has passed. */
export function describeLink(
  { kind, isConnected, nodes }: BrokerState,
  { stored, waiting, passedMs }: { stored: number; waiting: number; passedMs: number },
): ProcessLink {
  return {
    broker: kind,
    is_connected: isConnected,
    unreachable_nodes: nodes.filter(({ isReachable }) => !isReachable).map(({ node }) => node),
    stored_per_second: (stored * 1000) / passedMs,
    waiting,
  }
}

async function renewRow(
  db: Db,
  row: { processId: string; name: string; cpuShare: number; memoryBytes: number; link: ProcessLink },
): Promise<void> {
  await db.run(sql`
    insert into server_process (process_id, name, version, started_at, seen_at, memory_bytes, cpu_share, link)
    values (${row.processId}, ${row.name}, ${version}, now(), now(), ${row.memoryBytes}, ${row.cpuShare},
      ${JSON.stringify(row.link)}::jsonb)
    on conflict (process_id) do update set seen_at = now(), memory_bytes = excluded.memory_bytes,
      cpu_share = excluded.cpu_share, link = excluded.link`)
  await db.run(
    sql`delete from server_process where seen_at < now() - make_interval(hours => ${forgottenAfterHours}::int)`,
  )
}

/** Deletes the rows of processes of this machine that have ended without a word: killed, or out of memory. */
async function forgetEnded(db: Db): Promise<void> {
  const rows = await db.rows<{ process_id: string; name: string }>(
    sql`select process_id, name from server_process where split_part(name, ' ', 1) = ${hostname()}`,
  )
  const ended = rows
    .filter(({ process_id: id, name }) => !ownIds.has(id) && !isOtherRunning(Number(name.split(' ')[1])))
    .map(({ process_id: id }) => id)
  await db.run(sql`delete from server_process where process_id = any(${ended}::text[])`)
}

/** Whether a process other than this one has the number. A container gives each of its starts the same one. */
function isOtherRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
