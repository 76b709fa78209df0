import process from 'node:process'
import { parseArgs } from 'node:util'
import { explainStartError } from '../apps/server/src/explain-start-error.ts'
import { hasTables } from '../apps/server/src/features/installation/installation-queries.ts'
import { giveUpSecret } from '../apps/server/src/features/operator/give-up-secret.ts'
import type { Db } from '../apps/server/src/platform/db/db.ts'
import { hasEmbeddedDb } from '../apps/server/src/platform/db/embedded-db.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { findKeys, type KeySettings } from '../apps/server/src/platform/keys/open-keys.ts'
import { type AfterDrop, rekey } from '../apps/server/src/platform/keys/rekey.ts'
import { createSecretBox } from '../apps/server/src/platform/keys/secret-box.ts'
import { operatorCommand } from '../apps/server/src/platform/operator-command.ts'
import { OperatorError } from '../apps/server/src/platform/operator-error.ts'
import { readSettings } from '../apps/server/src/settings.ts'
import { exportEverything, importEverything } from './data/carry-data.ts'

// `npm run data`: exports, imports or reseals the database of the settings.

const data = operatorCommand('data', 'ACTION').replace('ACTION', '')
const usage = `Usage:
  ${data}export FILE    everything, with the key, encrypted with a passphrase
    --passphrase-file FILE         where it stands; otherwise it is asked for
    --unencrypted                  as it is, and without the key
  ${data}import FILE    into an empty database
    --passphrase-file FILE
    --drop-unreadable              without the secrets that no key opens
  ${data}rekey          encrypts with SECRET_KEY what a key of SECRET_KEY_OLD opens
    --drop-unreadable              and gives up what none does`

// An export, and files of the embedded database, are readable by this user only.
process.umask(0o077)

async function run(): Promise<string> {
  const { action, file, options } = readArguments()
  const settings = readSettings(process.env)
  const { secretKey, secretKeyOld } = settings
  const directory = settings.databaseUrl ? null : settings.dataDir
  // Opening would create one, and a mistyped name would export nothing.
  if (action !== 'import' && directory !== null && !hasEmbeddedDb(directory))
    throw new OperatorError(`There is no database in DATA_DIR (${directory}).`)
  const keys = { secretKey, secretKeyOld, directory }
  const db = (await openDb(settings)).at('job')
  try {
    const carry = { file, keys, passphraseFile: options['passphrase-file'] }
    if (action !== 'import' && !(await hasTables(db)))
      throw new OperatorError('There is nothing of Ohmstead in the database of DATABASE_URL.')
    const deps = { clock: { now: () => Date.now() }, settings }
    const giveUp: AfterDrop = (tx, place, row) => giveUpSecret(tx, place, row, deps)
    const afterDrop = options['drop-unreadable'] ? giveUp : null
    if (action === 'rekey') return await giveNewKey(db, keys, afterDrop)
    const { tables } = await (action === 'export'
      ? exportEverything(db, { ...carry, isPlain: options.unencrypted ?? false })
      : importEverything(db, { ...carry, afterDrop }))
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const place = db.kind === 'embedded' ? settings.dataDir : 'PostgreSQL'
    const done =
      action === 'export' ? `written from ${place} to ${file}` : `put from ${file} into ${place} and checked`
    return `${rows} rows of ${tables.length} tables ${done}.`
  } finally {
    await db.close()
  }
}

function readArguments() {
  try {
    const { values: options, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'passphrase-file': { type: 'string' },
        unencrypted: { type: 'boolean' },
        'drop-unreadable': { type: 'boolean' },
      },
    })
    const [action = '', file = '', ...rest] = positionals
    const allowed: Record<string, string[]> = {
      export: ['passphrase-file', 'unencrypted'],
      import: ['passphrase-file', 'drop-unreadable'],
      rekey: ['drop-unreadable'],
    }
    const isRight =
      (action === 'rekey') === (file === '') &&
      rest.length === 0 &&
      Object.keys(options).every((name) => allowed[action]?.includes(name)) &&
      !(options.unencrypted && options['passphrase-file'])
    if (action in allowed && isRight) return { action, file, options }
  } catch {
    // An unknown option.
  }
  throw new OperatorError(usage)
}

async function giveNewKey(db: Db, keys: KeySettings, afterDrop: AfterDrop | null): Promise<string> {
  await migrate(db)
  const [key, ...others] = await findKeys(db, keys)
  const box = createSecretBox(key, others)
  const { resealed, unreadable, dropped, isDone } = await rekey(db, box, { afterDrop })
  const givenUp = dropped > 0 ? ` ${dropped} that no key opens were given up.` : ''
  if (isDone)
    return `${resealed} secrets were encrypted anew with the key ${box.keyId}, and none is left under another.${givenUp} SECRET_KEY_OLD may go.`
  throw new OperatorError(
    `${resealed} secrets were encrypted anew with the key ${box.keyId}, but ${unreadable} are opened by none of the keys. Name their key in SECRET_KEY_OLD and try again, or give them up with --drop-unreadable: whoever they belong to connects an authenticator app or a token again.`,
  )
}

try {
  console.log(await run())
} catch (error) {
  console.error(explainStartError(error) ?? error)
  process.exitCode = 1
}
