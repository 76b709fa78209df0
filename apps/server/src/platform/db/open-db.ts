import type { Db } from './db.ts'
import { openEmbeddedDb } from './embedded-db.ts'
import { openPostgresDb } from './postgres-db.ts'

/** PostgreSQL where an address is given, else the embedded database below `dataDir` (in memory when null). */
export function openDb({
  databaseUrl,
  dataDir,
  databasePool,
}: {
  databaseUrl: string | null
  dataDir: string | null
  /** Connections to PostgreSQL. */
  databasePool?: number
}): Promise<Db> {
  return databaseUrl ? openPostgresDb(databaseUrl, { poolSize: databasePool }) : openEmbeddedDb(dataDir)
}
