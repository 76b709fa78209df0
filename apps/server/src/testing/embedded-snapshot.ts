import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { openEmbeddedDb } from '../platform/db/embedded-db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { calculateMigrationsKey } from './migrations-key.ts'

// A migrated, empty embedded database, kept between runs: a copy takes a small part of the time that making one takes.

const cache = fileURLToPath(new URL('../../../../.cache/test-databases/', import.meta.url))
let made: Promise<string> | undefined

/** The file that `openEmbeddedDb` begins with. */
export async function getEmbeddedSnapshot(): Promise<string> {
  return join(await getFolder(), 'snapshot.tar')
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
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  const db = await openEmbeddedDb(unfinished)
  await migrate(db)
  await db.close()
  const closed = await PGlite.create({ dataDir: join(unfinished, 'database') })
  const dump = await closed.dumpDataDir('none')
  await closed.close()
  writeFileSync(join(unfinished, 'snapshot.tar'), Buffer.from(await dump.arrayBuffer()))
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another run may have made it in the meantime.
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return folder
}
