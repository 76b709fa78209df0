import type { Sql } from './sql.ts'

export interface Queryable {
  /** Rows of one statement. int8 comes back as number, timestamptz as epoch milliseconds, date as 'YYYY-MM-DD'. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>
  /** The first row, or undefined. */
  row<Row extends object>(statement: Sql): Promise<Row | undefined>
  /** Executes a statement; returns the number of affected rows. */
  run(statement: Sql): Promise<number>
}

/** What a transaction may use. */
export interface Transaction extends Queryable {
  /** Several statements without parameters, as in a migration file. */
  script(text: string): Promise<void>
}

/**
 * Priorities when several want the one connection of the embedded database; on PostgreSQL each has its own
 * connections and time limits. `watch` checks whether the database is healthy, `notice` tells other processes.
 */
export type Priority = 'ingest' | 'page' | 'job' | 'watch' | 'notice'

/** The connections of one kind of work, now. */
export interface PoolUse {
  priority: Priority
  /** How many there may be. */
  limit: number
  open: number
  idle: number
  /** Pieces of work that wait for one. */
  waiting: number
}

/**
 * The database, embedded or PostgreSQL, behind the same SQL. Inside `transaction` only the given `tx` may be used:
 * a query through `db` there throws, because the embedded database would deadlock.
 */
export interface Db extends Queryable {
  readonly kind: 'embedded' | 'postgres'
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: { priority?: Priority },
  ): Promise<Result>
  /** The same database with another priority. */
  at(priority: Priority): Db
  /** Several statements without parameters, as in a migration file. */
  script(text: string): Promise<void>
  /** Notifications of a channel, also across processes; delivery is at most once. Returns a function to stop. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** When a statement was last refused because nothing can be written, by `performance.now()`. */
  refusedWriteAt(): number | null
  /** On the embedded database all priorities share one connection, counted with each. */
  findPoolUse(): PoolUse[]
  close(): Promise<void>
}
