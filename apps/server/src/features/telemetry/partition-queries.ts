import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { DbError } from '../../platform/db/db-error.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

export const partitionedTables = ['sample', 'energy_hour'] as const

/** Waiting for a lock blocks everybody who comes after, so nobody here waits for long. */
const lockTimeout = '1s'
const tries = 5
const betweenTriesMs = 500

/** Names of the partitions of all tables. */
export async function findPartitions(db: Queryable): Promise<Set<string>> {
  const rows = await db.rows<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('sample'::regclass, 'energy_hour'::regclass)`)
  return new Set(rows.map(({ name }) => name))
}

/** The months of raw samples, including those detached and not dropped yet. */
export async function findSamplePartitions(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname ~ '^sample_[0-9]{4}_[0-9]{2}$' order by 1`)
  return rows.map(({ name }) => name)
}

/**
 * Creates a partition beside its table and attaches it, which lets everybody continue to read and write; `create table …
 * partition of` would wait for all readers, such as a dump, and block everybody else. False if another process was first.
 */
export function makePartition(
  db: Db,
  partition: { table: string; name: string; bounds: { from: string; to: string }; storage: string },
): Promise<boolean> {
  const { table, name, bounds, storage } = partition
  return inShortLocks(db, async (tx) => {
    await tx.row(sql`select pg_advisory_xact_lock(hashtext('telemetry partitions'))`)
    if ((await findPartitions(tx)).has(name)) return false
    await tx.run(rawSql(`create table ${name} (like ${table} including all)${storage}`))
    await tx.run(
      rawSql(
        `alter table ${table} attach partition ${name} for values from ('${bounds.from}') to ('${bounds.to}')`,
      ),
    )
    return true
  })
}

/** Detaches a partition from its table, then drops it; neither blocks readers or writers of the others. */
export async function dropPartition(db: Db, table: string, name: string): Promise<void> {
  const state = await findAttachment(db, table, name)
  if (state !== null) await detach(db, table, name, state)
  await inShortLocks(db.at('job'), (tx) => tx.run(rawSql(`drop table if exists ${name}`)))
}

type Attachment = 'attached' | 'pending'

/** Pending means that one was left half detached. */
async function findAttachment(db: Queryable, table: string, name: string): Promise<Attachment | null> {
  const row = await db.row<{ pending: boolean }>(sql`
    select i.inhdetachpending as pending from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname = ${name}`)
  return row ? (row.pending ? 'pending' : 'attached') : null
}

async function detach(db: Db, table: string, name: string, state: Attachment): Promise<void> {
  const statement = `alter table ${table} detach partition ${name}`
  if (await canDetachConcurrently(db)) {
    // Waits for readers of the table, blocking nobody, as long as a page may wait; then it is left for next time.
    await db.at('page').run(rawSql(`${statement} ${state === 'pending' ? 'finalize' : 'concurrently'}`))
    return
  }
  await inShortLocks(db.at('job'), (tx) => tx.run(rawSql(statement)))
}

/** The embedded database has no second connection that it could wait for, and Citus does not support it. */
async function canDetachConcurrently(db: Db): Promise<boolean> {
  if (db.kind === 'embedded') return false
  return (await db.row(sql`select 1 from pg_extension where extname = 'citus'`)) === undefined
}

/** A transaction that gives up a lock it does not get in a moment, and retries a few times. */
async function inShortLocks<Result>(db: Db, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(
        async (tx) => {
          await tx.run(rawSql(`set local lock_timeout = '${lockTimeout}'`))
          return work(tx)
        },
        { priority: 'job' },
      )
    } catch (error) {
      if (attempt === tries || !isLockRefused(error)) throw error
      await pause(betweenTriesMs)
    }
  }
}

/** Others have the lock, or were first. */
export function isLockRefused(error: unknown): boolean {
  return error instanceof DbError && ['55P03', '40P01', '57014'].includes(error.code ?? '')
}
