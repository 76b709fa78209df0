import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { DbError } from '../../platform/db/db-error.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

export const partitionedTables = ['sample', 'sample_pack', 'energy_hour'] as const

/** Waiting for a lock blocks everybody who comes after, so nobody here waits for long. */
const lockTimeout = '1s'
const tries = 5
const betweenTriesMs = 500

/** Names of the partitions of all tables. */
export async function findPartitions(db: Queryable): Promise<Set<string>> {
  const rows = await db.rows<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('sample'::regclass, 'sample_pack'::regclass, 'energy_hour'::regclass)`)
  return new Set(rows.map(({ name }) => name))
}

/** Tables of single readings, as rows and packed. */
export type ReadingsTable = 'sample' | 'sample_pack'

/** The months of single readings, including those detached and not dropped yet. */
export async function findSamplePartitions(
  db: Queryable,
  table: ReadingsTable = 'sample',
): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname ~ ${`^${table}_[0-9]{4}_[0-9]{2}$`} order by 1`)
  return rows.map(({ name }) => name)
}

/** Whether a partition has any row, or any before an instant. */
export async function hasRows(db: Queryable, name: string, before: number | null = null): Promise<boolean> {
  const older = before === null ? sql`` : sql` where ts < ${new Date(before)}`
  return (await db.row(sql`select 1 from ${rawSql(name)}${older} limit 1`)) !== undefined
}

export interface PartitionSize {
  name: string
  /** About, where the database has counted. */
  rows: number
  bytes: number
}

/** How much partitions contain. */
export async function measurePartitions(db: Queryable, names: readonly string[]): Promise<PartitionSize[]> {
  const sizeOf = rawSql((await hasCitus(db)) ? 'citus_total_relation_size' : 'pg_total_relation_size')
  const sizes: PartitionSize[] = []
  for (const name of names) {
    const row = (await db.row<{ counted: number; bytes: number }>(
      sql`select reltuples::bigint as counted, ${sizeOf}(oid) as bytes from pg_class where oid = ${name}::regclass`,
    ))!
    const counted = row.counted > 0 ? { rows: row.counted } : null
    const { rows } =
      counted ?? (await db.row<{ rows: number }>(sql`select count(*) as rows from ${rawSql(name)}`))!
    sizes.push({ name, rows, bytes: row.bytes })
  }
  return sizes
}

export const hasCitus = async (db: Queryable): Promise<boolean> =>
  (await db.row(sql`select 1 from pg_extension where extname = 'citus'`)) !== undefined

/** No more is left of a table whose rows were all deleted and vacuumed, and of one that was emptied with its indexes. */
const vacuumedBytes = 2 ** 20
const emptyBytes = 2 ** 16

/**
 * Gives the space of a month without rows back: the table's pages by a vacuum, which blocks nobody, and those of its
 * index by emptying it, in a moment without writers. False if it has rows.
 */
export async function emptyPartition(db: Db, name: string): Promise<boolean> {
  const jobs = db.at('job')
  if ((await sizeOf(jobs, name)).whole <= emptyBytes || (await hasRows(jobs, name))) return false
  if ((await sizeOf(jobs, name)).rows > vacuumedBytes) await jobs.run(rawSql(`vacuum ${name}`))
  // Readers of old pages keep them from being given back; then the next time does it.
  if ((await sizeOf(jobs, name)).rows > vacuumedBytes) return false
  return inShortLocks(jobs, async (tx) => {
    await tx.run(rawSql(`lock table ${name} in access exclusive mode`))
    if (await hasRows(tx, name)) return false
    await tx.run(rawSql(`truncate ${name}`))
    return true
  })
}

const sizeOf = async (db: Queryable, name: string): Promise<{ rows: number; whole: number }> =>
  (await db.row<{ rows: number; whole: number }>(
    sql`select pg_relation_size(${name}::regclass) as rows, pg_total_relation_size(${name}::regclass) as whole`,
  ))!

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
  return db.kind !== 'embedded' && !(await hasCitus(db))
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
