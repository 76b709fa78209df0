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

// A migrated, empty embedded database, kept between runs: a copy takes a small part of the time that making one takes.

// Node has it, and its types leave it to those of browsers.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

const cache = fileURLToPath(new URL('../../../../.cache/test-databases/', import.meta.url))
let made: Promise<string> | undefined
let compiled: Promise<object> | undefined

/**
 * Before the first migration; migrated; and that of a server, which also has the months of readings that its start would
 * make around `testNow`, and nothing else of what a start notes.
 */
export type SnapshotKind = 'unmigrated' | 'migrated' | 'server'

/** The file that a database in memory begins with. */
export async function getEmbeddedSnapshot(kind: SnapshotKind): Promise<string> {
  await keepCompiled()
  return join(await getFolder(), `${kind}.snapshot`)
}

/**
 * While somebody in this process has the module, each embedded database that is opened takes over the machine code that
 * was made for those before it, which costs more than everything else about opening one.
 */
async function keepCompiled(): Promise<void> {
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  compiled ??= WebAssembly.compile(readFileSync(join(pglite, 'pglite.wasm')))
  await compiled
}

/** Puts a copy below a data directory that no server has used yet. */
export async function copyEmbeddedDatabase(dataDir: string): Promise<void> {
  cpSync(join(await getFolder(), 'database'), join(dataDir, 'database'), { recursive: true })
}

/** For Vitest: made before the first test file asks, so that no two of them make it. */
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
    // Says that it is in use to what removes old ones.
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
  await change(server, async (db) => {
    await maintainPartitions(db, { now: testNow, retentionDays: 400 })
    await db.run(sql`delete from sample_retention`)
  })
  pack(unfinished, 'server', server)
  rmSync(server, { recursive: true })
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another run may have made it in the meantime.
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return folder
}

async function change(dataDir: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = await openEmbeddedDb(dataDir)
  await work(db)
  await db.close()
}

function pack(folder: string, kind: SnapshotKind, dataDir = folder): void {
  writeFileSync(join(folder, `${kind}.snapshot`), packSnapshot(join(dataDir, 'database')))
}
