import type { Db } from './db.ts'
import { openEmbeddedDb } from './embedded-db.ts'
import { openPostgresDb } from './postgres-db.ts'

/** PostgreSQL where an address is given, else the embedded database below `dataDir` (in memory when null). */
export function openDb({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null
  dataDir: string | null
}): Promise<Db> {
  return databaseUrl ? openPostgresDb(databaseUrl) : openEmbeddedDb(dataDir)
}
