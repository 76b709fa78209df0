import pg from 'pg'
import type { PoolUse, Priority } from './db.ts'
import type { PostgresHosts } from './postgres-hosts.ts'

/** How long work of a kind may take at each stage, in milliseconds; 0 means no limit. */
interface Patience {
  /** Waiting for a free connection, or a new one. */
  connectMs: number
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
}

/** People prefer an early error; readings are kept by their senders meanwhile; a job or a migration takes its time. */
const patience: Record<Priority, Patience> = {
  page: { connectMs: 10_000, statementMs: 30_000, lockMs: 10_000, idleInTransactionMs: 60_000 },
  ingest: { connectMs: 10_000, statementMs: 60_000, lockMs: 15_000, idleInTransactionMs: 60_000 },
  job: { connectMs: 60_000, statementMs: 0, lockMs: 0, idleInTransactionMs: 600_000 },
  watch: { connectMs: 3_000, statementMs: 3_000, lockMs: 3_000, idleInTransactionMs: 3_000 },
  notice: { connectMs: 3_000, statementMs: 3_000, lockMs: 3_000, idleInTransactionMs: 3_000 },
}

/** Extra time before the client gives up, so that the server can report the timeout itself. */
const silenceMs = 5_000

/** A page asks ten questions at once, and on fresh connections each of them waits until its process has read the catalogue. */
const idleMs = 300_000

/** Pages have `size` connections, readings half as many, jobs a third; the health check and notices have one each. */
export function countConnections(size: number): Record<Priority, number> {
  return {
    page: size,
    ingest: Math.max(2, Math.ceil(size / 2)),
    job: Math.max(2, Math.ceil(size / 3)),
    watch: 1,
    notice: 1,
  }
}

/** A pool for each kind of work, so that none takes the connections of another. They connect on first use. */
export function openPools(
  Client: PostgresHosts['Client'],
  config: pg.ClientConfig,
  size: number,
): Record<Priority, pg.Pool> {
  const counts = countConnections(size)
  const open = (priority: Priority) =>
    openPool(
      Client,
      // A batch of readings sends statements without waiting for the one before.
      { ...config, pipeline: priority === 'ingest' },
      counts[priority],
      patience[priority],
    )
  return {
    page: open('page'),
    ingest: open('ingest'),
    job: open('job'),
    watch: open('watch'),
    notice: open('notice'),
  }
}

export function measurePools(pools: Record<Priority, pg.Pool>): PoolUse[] {
  return Object.entries(pools).map(([priority, pool]) => ({
    priority: priority as Priority,
    limit: pool.options.max,
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }))
}

function openPool(
  Client: PostgresHosts['Client'],
  config: pg.ClientConfig,
  max: number,
  limits: Patience,
): pg.Pool {
  const { connectMs, statementMs, lockMs, idleInTransactionMs } = limits
  const pool = new pg.Pool({
    ...config,
    Client,
    max,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...(statementMs > 0 && { query_timeout: statementMs + silenceMs }),
  })
  pool.on('error', () => {}) // an idle connection that dies is replaced at its next use
  return pool
}
