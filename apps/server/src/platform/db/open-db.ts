import type { Settings } from '../../settings.ts'
import type { Db } from './db.ts'
import { openEmbeddedDb } from './embedded-db.ts'
import { openPostgresDb } from './postgres-db.ts'

type OpenDbSettings = Pick<Settings, 'databaseUrl'> &
  Partial<Pick<Settings, 'databasePool'>> & { dataDir: string | null }

/** PostgreSQL where an address is given, else the embedded database below `dataDir` (in memory when null). */
export function openDb({ databaseUrl, dataDir, databasePool }: OpenDbSettings): Promise<Db> {
  return databaseUrl ? openPostgresDb(databaseUrl, { poolSize: databasePool }) : openEmbeddedDb(dataDir)
}
