import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maintainPartitions } from '../features/telemetry/partitions.ts'
import type { Db } from '../platform/db/db.ts'
import { openEmbeddedDb } from '../platform/db/embedded-db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { sql } from '../platform/db/sql.ts'
import { packSnapshot } from './memory-snapshot.ts'
import { calculateMigrationsKey } from './migrations-key.ts'
import { testNow } from './test-settings.ts'

// A migrated, empty embedded database, cached between runs: a copy takes a fraction of the time of creating one.

// Node has it, but declares it only in the browser types.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

const cache = fileURLToPath(new URL('../../../../.cache/test-databases/', import.meta.url))
let made: Promise<string> | undefined
let compiled: Promise<object> | undefined

/**
 * Before the first migration; migrated; and that of a server, which also has the monthly partitions that its start would
 * create around `testNow`, and nothing else of a start.
 */
export type SnapshotKind = 'unmigrated' | 'migrated' | 'server'

/** The file that an in-memory database starts from. */
export async function getEmbeddedSnapshot(kind: SnapshotKind): Promise<string> {
  await keepCompiled()
  return join(await getFolder(), `${kind}.snapshot`)
}

/**
 * While this module is loaded, each embedded database reuses the machine code compiled for earlier ones, which is the
 * largest cost of opening one.
 */
export async function keepCompiled(): Promise<void> {
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  compiled ??= WebAssembly.compile(readFileSync(join(pglite, 'pglite.wasm')))
  await compiled
}

/**
 * Puts a copy below a data directory that no server has used yet. It has the months around the time of its making, whose
 * creation is a fifth of a first start.
 */
export async function copyEmbeddedDatabase(dataDir: string): Promise<void> {
  cpSync(join(await getFolder(), 'database'), join(dataDir, 'database'), { recursive: true })
}

/** For Vitest: created before the first test file needs it, so that no two of them create it. */
export default async function prepareEmbeddedDatabase(): Promise<void> {
  await getFolder()
}

function getFolder(): Promise<string> {
  made ??= makeUnlessThere()
  return made
}

async function makeUnlessThere(): Promise<string> {
  const folder = join(cache, `embedded-${calculateMigrationsKey()}`)
  if (existsSync(folder)) {
    // Marks it as in use for the cleanup of old ones.
    utimesSync(folder, new Date(), new Date())
    return folder
  }
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  await change(unfinished, async () => {})
  pack(unfinished, 'unmigrated')
  await change(unfinished, (db) => migrate(db))
  pack(unfinished, 'migrated')
  const server = join(unfinished, 'server')
  cpSync(join(unfinished, 'database'), join(server, 'database'), { recursive: true })
  await change(server, (db) => addMonths(db, testNow))
  pack(unfinished, 'server', server)
  rmSync(server, { recursive: true })
  await change(unfinished, (db) => addMonths(db, Date.now()))
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another run may have created it in the meantime.
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return folder
}

async function addMonths(db: Db, now: number): Promise<void> {
  await maintainPartitions(db, { now, retentionDays: 400 })
  await db.run(sql`delete from sample_retention`)
}

async function change(dataDir: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = await openEmbeddedDb(dataDir)
  await work(db)
  await db.close()
}

function pack(folder: string, kind: SnapshotKind, dataDir = folder): void {
  writeFileSync(join(folder, `${kind}.snapshot`), packSnapshot(join(dataDir, 'database')))
}
