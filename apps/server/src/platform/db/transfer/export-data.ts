import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { Db, Queryable } from '../db.ts'
import { rawSql, sql } from '../sql.ts'
import { encrypt } from './file-encryption.ts'
import { findAppliedMigrations, findSequences, findTables, quoted, rowText, sumTable } from './table-shape.ts'
import { type FileHeader, TransferError, type TransferProgress } from './transfer-file.ts'

const rowsPerLine = 1000

/**
 * Writes the whole database at one instant into `file`, with checksums that an import verifies.
 * Memory stays bounded; a failed export leaves no file behind. With a passphrase the keys are included, encrypted like
 * the rest; without one the file exposes the rows, and their secrets need `SECRET_KEY`.
 */
export async function exportData(
  db: Db,
  file: string,
  seal: { passphrase: string; secretKeys: readonly Uint8Array[] } | null,
  onProgress: (progress: TransferProgress) => void,
): Promise<FileHeader> {
  if (existsSync(file)) throw new TransferError(`${file} exists already; nothing was written`)
  const unfinished = `${file}.part`
  rmSync(unfinished, { force: true })
  const secretKeys = seal?.secretKeys.map((key) => Buffer.from(key).toString('base64'))
  try {
    const header = await db.transaction(async (tx) => {
      await tx.run(sql`set transaction isolation level repeatable read, read only`)
      const found = await readHeader(tx, onProgress)
      await pipeline(
        Readable.from(lines(tx, secretKeys ? { ...found, secretKeys } : found, onProgress)),
        createZstdCompress(),
        seal ? encrypt(seal.passphrase) : new PassThrough(),
        createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
      )
      return found
    })
    renameSync(unfinished, file)
    return header
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

async function readHeader(
  tx: Queryable,
  onProgress: (progress: TransferProgress) => void,
): Promise<FileHeader> {
  const tables: FileHeader['tables'] = []
  for (const table of await findTables(tx)) {
    onProgress({ table: `counting ${table.name}`, rows: 0, ofRows: 0 })
    tables.push({ ...table, ...(await sumTable(tx, table)) })
  }
  const migrations = await findAppliedMigrations(tx)
  return {
    format: 'ohmstead-data',
    version: 1,
    migrations,
    tables,
    sequences: await findSequences(tx, tables),
  }
}

async function* lines(
  tx: Queryable,
  header: FileHeader,
  onProgress: (progress: TransferProgress) => void,
): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  for (const table of header.tables) {
    yield `${JSON.stringify({ table: table.name })}\n`
    await tx.run(
      rawSql(
        `declare transfer no scroll cursor for select ${rowText(table)} as row from ${quoted(table.name)}`,
      ),
    )
    for (let rows = 0; ; ) {
      const batch = await tx.rows<{ row: string }>(rawSql(`fetch forward ${rowsPerLine} from transfer`))
      if (batch.length === 0) break
      yield `[${batch.map(({ row }) => row).join(',')}]\n`
      rows += batch.length
      onProgress({ table: table.name, rows, ofRows: table.rows })
    }
    await tx.run(rawSql('close transfer'))
  }
  yield `${JSON.stringify({ end: true })}\n`
}
