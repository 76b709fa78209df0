import pg from 'pg'
import type { Priority } from './db.ts'

/** How long work of a kind may take at each stage, in milliseconds; 0 is for ever. */
interface Patience {
  /** For a free connection, or a new one. */
  connectMs: number
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
}

/** People would rather be told to try again; readings are kept by their senders meanwhile; a job or a migration takes its time. */
const patience: Record<Priority, Patience> = {
  page: { connectMs: 10_000, statementMs: 30_000, lockMs: 10_000, idleInTransactionMs: 60_000 },
  ingest: { connectMs: 10_000, statementMs: 60_000, lockMs: 15_000, idleInTransactionMs: 60_000 },
  job: { connectMs: 60_000, statementMs: 0, lockMs: 0, idleInTransactionMs: 600_000 },
  watch: { connectMs: 3_000, statementMs: 3_000, lockMs: 3_000, idleInTransactionMs: 3_000 },
}

/** What is added where the server no longer answers at all, so that it can be the one to say no. */
const silenceMs = 5_000

/** Pages have `size` connections, readings half as many of their own, jobs a third; looking after the database has one. */
export function countConnections(size: number): Record<Priority, number> {
  return {
    page: size,
    ingest: Math.max(2, Math.ceil(size / 2)),
    job: Math.max(2, Math.ceil(size / 3)),
    watch: 1,
  }
}

/** A pool for each kind of work, so that none takes the connections of another. They connect when they are used. */
export function openPools(config: pg.ClientConfig, size: number): Record<Priority, pg.Pool> {
  const counts = countConnections(size)
  const open = (priority: Priority) => openPool(config, counts[priority], patience[priority])
  return { page: open('page'), ingest: open('ingest'), job: open('job'), watch: open('watch') }
}

function openPool(config: pg.ClientConfig, max: number, limits: Patience): pg.Pool {
  const { connectMs, statementMs, lockMs, idleInTransactionMs } = limits
  const pool = new pg.Pool({
    ...config,
    max,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...(statementMs > 0 && { query_timeout: statementMs + silenceMs }),
    keepAlive: true,
  })
  pool.on('error', () => {}) // an idle connection that dies is replaced at its next use
  // One that dies in use fails its statement; unheard, its event would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
