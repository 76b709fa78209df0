import process from 'node:process'
import { parseArgs } from 'node:util'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { exportData } from '../apps/server/src/platform/db/transfer/export-data.ts'
import { importData } from '../apps/server/src/platform/db/transfer/import-data.ts'
import { openUncheckedKeys } from '../apps/server/src/platform/keys/open-keys.ts'
import { rekey } from '../apps/server/src/platform/keys/rekey.ts'
import { OperatorError } from '../apps/server/src/platform/operator-error.ts'
import { readSettings, type Settings } from '../apps/server/src/settings.ts'
import { showProgress } from './data/show-progress.ts'

const usage = `Usage:
  npm run data -- export FILE                carries everything out of the database of the settings
  npm run data -- import FILE                and into an empty one
  npm run data -- rekey [--drop-unreadable]  encrypts everything with SECRET_KEY that a key of SECRET_KEY_OLD opens`

// An export, and what the embedded database writes, is for this user only.
process.umask(0o077)

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'drop-unreadable': { type: 'boolean', default: false } },
  })
  const [action = '', file, ...rest] = positionals
  const needsFile = action !== 'rekey'
  if (
    !['export', 'import', 'rekey'].includes(action) ||
    needsFile !== (file !== undefined) ||
    rest.length > 0
  )
    throw new OperatorError(usage)
  const settings = readSettings(process.env)
  const db = (await openDb(settings)).at('job')
  try {
    await migrate(db)
    if (action === 'rekey') return await giveNewKey(db, settings, values['drop-unreadable'])
    const carry = action === 'export' ? exportData : importData
    const { tables } = await carry(db, file!, showProgress())
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const place = db.kind === 'embedded' ? settings.dataDir : 'PostgreSQL'
    const done =
      action === 'export' ? `written from ${place} to ${file}` : `put from ${file} into ${place} and checked`
    return `${rows} rows of ${tables.length} tables ${done}.`
  } finally {
    await db.close()
  }
}

async function giveNewKey(
  db: Awaited<ReturnType<typeof openDb>>,
  settings: Settings,
  dropUnreadable: boolean,
): Promise<string> {
  const directory = settings.databaseUrl ? null : settings.dataDir
  const box = await openUncheckedKeys(db, { ...settings, directory })
  const { resealed, unreadable, isDone } = await rekey(db, box, { dropUnreadable })
  if (isDone)
    return `${resealed} secrets are encrypted with the key ${box.keyId} now, and none with another. SECRET_KEY_OLD may go.`
  throw new OperatorError(
    `${resealed} secrets are encrypted with the key ${box.keyId} now, but ${unreadable} are opened by none of the keys. Name their key in SECRET_KEY_OLD and try again, or give them up with --drop-unreadable: whoever they belong to connects an authenticator app or a token again.`,
  )
}

try {
  console.log(await run())
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}
