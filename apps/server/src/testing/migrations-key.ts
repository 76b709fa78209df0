import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Names what migrating an empty database results in: it changes with a migration and with the embedded database. */
export function calculateMigrationsKey(): string {
  const migrations = pathOf('../db/migrations/')
  const names = readdirSync(migrations).sort()
  const hash = createHash('sha256').update(names.join('\n'))
  for (const name of names) hash.update(readFileSync(migrations + name))
  hash.update(readFileSync(pathOf('../platform/db/migrate.ts')))
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  hash.update(readFileSync(join(pglite, 'pglite.wasm')))
  return hash.digest('hex').slice(0, 16)
}
