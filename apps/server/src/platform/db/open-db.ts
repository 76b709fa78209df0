import type { Settings } from '../../settings.ts'
import type { Db } from './db.ts'
import { openEmbeddedDb } from './embedded-db.ts'
import { openPostgresDb } from './postgres-db.ts'

type OpenDbSettings = Pick<Settings, 'databaseUrl'> &
  Partial<Pick<Settings, 'databasePool'>> & { dataDir: string | null }

/** PostgreSQL if an address is given, else the embedded database below `dataDir`. */
export async function openDb({ databaseUrl, dataDir, databasePool }: OpenDbSettings): Promise<Db> {
  if (databaseUrl) return openPostgresDb(databaseUrl, { poolSize: databasePool })
  if (dataDir === null) throw new Error('a database needs an address or a folder')
  return openEmbeddedDb(dataDir)
}
