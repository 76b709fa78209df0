import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Identifies the result of preparing an empty database: it changes with a migration and with the embedded database. */
export function calculateMigrationsKey(): string {
  const migrations = pathOf('../db/migrations/')
  const names = readdirSync(migrations).sort()
  const hash = createHash('sha256').update(names.join('\n'))
  for (const name of names) hash.update(readFileSync(migrations + name))
  const sources = [
    'platform/db/migrate.ts',
    'testing/embedded-snapshot.ts',
    'testing/memory-snapshot.ts',
    'testing/test-settings.ts',
  ]
  const months = ['partitions.ts', 'partition-queries.ts', 'retention.ts'].map(
    (name) => `features/telemetry/${name}`,
  )
  for (const name of [...sources, ...months]) hash.update(readFileSync(pathOf(`../${name}`)))
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  hash.update(readFileSync(join(pglite, 'pglite.wasm')))
  return hash.digest('hex').slice(0, 16)
}
