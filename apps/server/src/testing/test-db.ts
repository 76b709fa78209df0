import { randomBytes } from 'node:crypto'
import { distributeTelemetry } from '../features/telemetry/distribute.ts'
import type { Db } from '../platform/db/db.ts'
import { createEmbeddedDb } from '../platform/db/embedded-db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openDb } from '../platform/db/open-db.ts'
import { rawSql, sql } from '../platform/db/sql.ts'
import { getEmbeddedSnapshot, type SnapshotKind } from './embedded-snapshot.ts'
import { databaseAddress, findPostgresTemplate } from './postgres-template.ts'
import { startEngineHere } from './start-engine-here.ts'

interface TestDb {
  db: Db
  databaseUrl: string | null
  close: () => Promise<void>
}

/**
 * A migrated, empty database for one test file: embedded in memory, or a separate one on the PostgreSQL of
 * `TEST_DATABASE_URL` (the test command runs every database test on both). That of a server has the monthly partitions
 * that its start would create, if creating them is slow.
 */
export async function openTestDb(kind: 'migrated' | 'server' = 'migrated'): Promise<TestDb> {
  const server = process.env.TEST_DATABASE_URL
  return server ? openPostgresTestDb(server, true) : ownTestDb(await openEmbeddedTestDb(kind))
}

/** Like `openTestDb`, before the first migration. */
export async function openUnmigratedTestDb(): Promise<TestDb> {
  const server = process.env.TEST_DATABASE_URL
  return server ? openPostgresTestDb(server, false) : ownTestDb(await openEmbeddedTestDb('unmigrated'))
}

/** Embedded, whatever `TEST_DATABASE_URL` says. */
export async function openEmbeddedTestDb(kind: SnapshotKind = 'migrated'): Promise<Db> {
  const snapshot = await getEmbeddedSnapshot(kind)
  return createEmbeddedDb((events) => startEngineHere(snapshot, events))
}

/** A migrated, empty database of its own on this server. */
export async function createPostgresDatabase(
  server: string,
): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const template = await findPostgresTemplate(server)
  const created = await createDatabase(server, template)
  if (!template) await runOn(created.databaseUrl, migrateAndDistribute)
  return created
}

/** Of its own on this server and completely empty, as a restore requires. */
export const createEmptyPostgresDatabase = (server: string) => createDatabase(server, null)

async function openPostgresTestDb(server: string, isMigrated: boolean): Promise<TestDb> {
  const { databaseUrl, drop } = await (isMigrated
    ? createPostgresDatabase(server)
    : createDatabase(server, null))
  const db = await openDb({ databaseUrl, dataDir: null })
  return {
    db,
    databaseUrl,
    close: async () => {
      await db.close()
      await drop()
    },
  }
}

function ownTestDb(db: Db): TestDb {
  return { db, databaseUrl: null, close: () => db.close() }
}

async function createDatabase(server: string, template: string | null) {
  const name = `ohmstead_test_${randomBytes(6).toString('hex')}`
  // Copies the files themselves: half the cost of a copy through the log.
  const copied = template ? ` template ${template} strategy file_copy` : ''
  await runOn(server, (admin) => admin.run(rawSql(`create database ${name}${copied}`)))
  return {
    databaseUrl: databaseAddress(server, name),
    drop: () => runOn(server, (admin) => admin.run(rawSql(`drop database if exists ${name} with (force)`))),
  }
}

/** A cluster whose template has the extension gets distributed tables, so that every test runs across the workers. */
async function migrateAndDistribute(db: Db): Promise<void> {
  await migrate(db)
  if (await db.row(sql`select 1 from pg_extension where extname = 'citus'`)) await distributeTelemetry(db)
}

async function runOn(databaseUrl: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = await openDb({ databaseUrl, dataDir: null })
  try {
    await work(db.at('job'))
  } finally {
    await db.close()
  }
}
