import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '../operator-error.ts'
import type { Db, Queryable } from './db.ts'
import { sql } from './sql.ts'

const ownDirectory = fileURLToPath(new URL('../../db/migrations/', import.meta.url))

/** The database was migrated by different files. */
export class MigrationError extends OperatorError {}

interface Migration {
  name: string
  text: string
  checksum: string
}

/**
 * Applies missing migrations, each file in its own transaction. Safe with several processes starting at once. Refuses a
 * database with an unknown migration, or one that differed when it ran: this version could not write there safely.
 * `only` stops where an older version ended, for its data file.
 */
export async function migrate(
  anyDb: Db,
  { directory = ownDirectory, only }: { directory?: string; only?: readonly string[] } = {},
): Promise<string[]> {
  // Statements that fill a column of a large table take a while.
  const db = anyDb.at('job')
  await db.script(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  )
  const migrations = readMigrations(directory)
  await db.transaction((tx) => checkApplied(tx, migrations))
  const applied: string[] = []
  for (const { name, text, checksum } of migrations) {
    if (only && !only.includes(name)) continue
    await db.transaction(async (tx) => {
      await lockMigrations(tx)
      if (await tx.row(sql`select 1 from migration where name = ${name}`)) return
      await tx.script(text)
      await tx.run(sql`insert into migration (name, checksum) values (${name}, ${checksum})`)
      applied.push(name)
    })
  }
  return applied
}

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((file) => file.endsWith('.sql'))
  return names.sort().map((name) => {
    // A checkout may use the line endings of its system.
    const text = readFileSync(`${directory}/${name}`, 'utf8').replaceAll('\r\n', '\n')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

/** The migrations of this version, in their order. */
export const listMigrations = () => readMigrations(ownDirectory).map(({ name }) => name)

async function checkApplied(tx: Queryable, migrations: readonly Migration[]): Promise<void> {
  await lockMigrations(tx)
  await keepChecksums(tx)
  const ours = new Map(migrations.map((migration) => [migration.name, migration]))
  const applied = await tx.rows<{ name: string; checksum: string | null }>(
    sql`select name, checksum from migration order by name`,
  )
  for (const { name, checksum } of applied) {
    const own = ours.get(name)
    if (!own)
      throw new MigrationError(
        `The database was used by a newer version: this one does not know its migration ${name}. Start the newer version, or restore a backup from before the upgrade.`,
      )
    // Older databases kept no checksums: their migrations count as unchanged.
    if (checksum === null)
      await tx.run(sql`update migration set checksum = ${own.checksum} where name = ${name}`)
    else if (checksum !== own.checksum)
      throw new MigrationError(
        `The migration ${name} is not the one that the database was made with. Put back the released file; a released migration is never edited.`,
      )
  }
}

/** Checked first: altering a table, even without effect, waits for everybody who reads it. */
async function keepChecksums(tx: Queryable): Promise<void> {
  const column = await tx.row(sql`
    select 1 from pg_attribute where attrelid = 'migration'::regclass and attname = 'checksum' and not attisdropped`)
  if (!column) await tx.run(sql`alter table migration add column checksum text`)
}

const lockMigrations = (tx: Queryable) => tx.run(sql`lock table migration in exclusive mode`)
