import process from 'node:process'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { exportData } from '../apps/server/src/platform/db/transfer/export-data.ts'
import { importData } from '../apps/server/src/platform/db/transfer/import-data.ts'
import type { TransferProgress } from '../apps/server/src/platform/db/transfer/transfer-file.ts'
import { OperatorError } from '../apps/server/src/platform/operator-error.ts'
import { readSettings } from '../apps/server/src/settings.ts'

// `npm run data -- export FILE` and `npm run data -- import FILE` carry everything between the embedded database
// (DATA_DIR) and PostgreSQL (DATABASE_URL), whichever the settings name.

const [action, file] = process.argv.slice(2)
if ((action !== 'export' && action !== 'import') || !file) {
  console.error('Usage: npm run data -- export FILE   or   npm run data -- import FILE')
  process.exit(2)
}

try {
  const settings = readSettings(process.env)
  const db = (await openDb(settings)).at('job')
  try {
    await migrate(db)
    const carry = action === 'export' ? exportData : importData
    const { tables } = await carry(db, file, showProgress())
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const place = db.kind === 'embedded' ? settings.dataDir : 'PostgreSQL'
    const done =
      action === 'export' ? `written from ${place} to ${file}` : `put from ${file} into ${place} and checked`
    console.log(`${rows} rows of ${tables.length} tables ${done}.`)
  } finally {
    await db.close()
  }
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}

/** One line a table, refreshed twice a second on a terminal, once when it is done elsewhere. */
function showProgress(): (progress: TransferProgress) => void {
  let shownAt = 0
  return ({ table, rows, ofRows }) => {
    const isDone = rows >= ofRows
    if (!isDone && (!process.stderr.isTTY || Date.now() - shownAt < 500)) return
    shownAt = Date.now()
    const share = ofRows > 0 ? ` ${Math.floor((rows / ofRows) * 100)} %, ${rows} of ${ofRows} rows` : ''
    process.stderr.write(
      process.stderr.isTTY ? `\r\x1b[K${table}${share}${isDone ? '\n' : ''}` : `${table}${share}\n`,
    )
  }
}
