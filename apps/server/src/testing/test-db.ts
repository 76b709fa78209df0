import { randomBytes } from 'node:crypto'
import { distributeTelemetry } from '../features/telemetry/distribute.ts'
import type { Db } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openDb } from '../platform/db/open-db.ts'
import { rawSql, sql } from '../platform/db/sql.ts'

/**
 * A migrated, empty database for one test file: embedded in memory, or a database of its own on the PostgreSQL that
 * `TEST_DATABASE_URL` names (the test command runs every database test on both).
 */
export async function openTestDb(): Promise<{
  db: Db
  databaseUrl: string | null
  close: () => Promise<void>
}> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const db = await openDb({ databaseUrl: null, dataDir: null })
    await migrate(db)
    return { db, databaseUrl: null, close: () => db.close() }
  }
  const created = await createPostgresDatabase(server)
  const db = await openDb({ databaseUrl: created.databaseUrl, dataDir: null })
  await migrate(db)
  // A cluster whose template brings the extension gets its tables spread, so that every test runs across the workers.
  if (await db.row(sql`select 1 from pg_extension where extname = 'citus'`)) await distributeTelemetry(db)
  return {
    db,
    databaseUrl: created.databaseUrl,
    close: async () => {
      await db.close()
      await created.drop()
    },
  }
}

export async function createPostgresDatabase(
  server: string,
): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const name = `ohmstead_test_${randomBytes(6).toString('hex')}`
  const admin = await openDb({ databaseUrl: server, dataDir: null })
  await admin.run(rawSql(`create database ${name}`))
  await admin.close()
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    databaseUrl: url.toString(),
    drop: async () => {
      const again = await openDb({ databaseUrl: server, dataDir: null })
      await again.run(rawSql(`drop database if exists ${name} with (force)`))
      await again.close()
    },
  }
}
