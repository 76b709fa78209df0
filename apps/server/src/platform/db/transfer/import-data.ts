import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { type AfterDrop, resealAll } from '../../keys/rekey.ts'
import type { SecretBox } from '../../keys/secret-box.ts'
import type { Db, Queryable } from '../db.ts'
import { rawSql, type Sql, sql } from '../sql.ts'
import { decrypt } from './file-encryption.ts'
import {
  findAppliedMigrations,
  findTables,
  type Partition,
  quoted,
  type SequenceState,
  sumTable,
  type TableShape,
} from './table-shape.ts'
import { type FileHeader, type FileLine, TransferError, type TransferProgress } from './transfer-file.ts'

/** Written by migrations and the first start: replaced by the file's rows. */
const seeded: Record<string, Sql> = {
  country: sql`delete from country`,
  setting: sql`delete from setting where key in ('installation', 'setup_codes')`,
}

export interface ImportOptions {
  /** For an encrypted file. */
  passphrase: string | null
  /** Reseals what the file's keys open, and accepts what the current key already opens. */
  box: SecretBox
  /** Discards what no key opens; if null, such a file is refused. */
  afterDrop: AfterDrop | null
}

/** What the file is, before any of its rows is read. */
export async function readHeader(file: string, passphrase: string | null): Promise<FileHeader> {
  return (await openFile(file, passphrase)).header
}

async function openFile(file: string, passphrase: string | null) {
  const source = readLines(file, passphrase)
  const first = await source.next()
  const header = first.value
  if (first.done || !isHeader(header)) throw new TransferError(`${file} is no data file of this product`)
  return { source, header }
}

/**
 * Loads a data file into an empty, migrated database and verifies counts and checksums; then its secrets are sealed with
 * the local key. All in one transaction: a failed import changes nothing. Foreign keys are dropped for
 * its duration and recreated, which checks every row.
 */
export async function importData(
  db: Db,
  file: string,
  { passphrase, box, afterDrop }: ImportOptions,
  onProgress: (progress: TransferProgress) => void,
): Promise<FileHeader> {
  const { source, header } = await openFile(file, passphrase)
  await db.transaction(async (tx) => {
    const tables = await checkTarget(tx, header)
    const constraints = await dropForeignKeys(tx)
    await createPartitions(tx, tables, header)
    await insertRows(tx, source, tables, header, onProgress)
    await refillSearch(tx)
    for (const { table, name, definition } of constraints) {
      await tx.run(rawSql(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`))
    }
    for (const sequence of header.sequences) await setSequence(tx, sequence)
    await verify(tx, tables, header, onProgress)
    const keys = (header.secretKeys ?? []).map((key) => Buffer.from(key, 'base64'))
    const { unreadable } = await resealAll(tx, box.withOthers(keys), afterDrop)
    if (unreadable > 0) throw new TransferError(describeUnreadable(unreadable, keys.length > 0))
  })
  return header
}

function describeUnreadable(count: number, hasKeys: boolean): string {
  const where = hasKeys ? 'is neither in it nor given' : 'it does not carry'
  return `${count} secrets in the file are encrypted with a key that ${where}. Name it in SECRET_KEY_OLD (of the embedded database: base64 DATA_DIR/secret.key), or give them up with --drop-unreadable. Nothing was changed`
}

async function* readLines(
  file: string,
  passphrase: string | null,
): AsyncGenerator<FileLine | string, undefined> {
  const bytes = createReadStream(file)
  const input = passphrase === null ? bytes : Readable.from(decrypt(bytes, passphrase))
  const decompress = createZstdDecompress()
  for (const part of [bytes, input]) part.on('error', (error) => decompress.destroy(error))
  input.pipe(decompress)
  try {
    // Rows stay text: the database parses them.
    for await (const line of createInterface({ input: decompress, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield line.startsWith('[') ? line : (JSON.parse(line) as FileLine)
    }
  } catch (error) {
    if (error instanceof TransferError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new TransferError(`${file} does not exist`)
    throw new TransferError(`${file} cannot be read: ${message}`)
  } finally {
    bytes.destroy()
  }
}

function isHeader(line: FileLine | string | undefined): line is FileHeader {
  return typeof line === 'object' && 'format' in line && line.format === 'ohmstead-data' && line.version === 1
}

async function checkTarget(tx: Queryable, header: FileHeader): Promise<Map<string, TableShape>> {
  const migrations = await findAppliedMigrations(tx)
  if (JSON.stringify(migrations) !== JSON.stringify(header.migrations)) {
    throw new TransferError(
      'the file was written by another version of the product than this database is of; import it into a fresh one',
    )
  }
  const tables = await findTables(tx)
  for (const table of tables) {
    const name = quoted(table.name)
    const clear = seeded[table.name]
    if (clear) await tx.run(clear)
    if (await tx.row(rawSql(`select 1 from ${name} limit 1`))) {
      throw new TransferError(`the database is not empty: ${table.name} has rows. Nothing was changed`)
    }
    const described = header.tables.find((candidate) => candidate.name === table.name)
    if (JSON.stringify(described?.columns) !== JSON.stringify(table.columns)) {
      throw new TransferError(`the file does not fit the table ${table.name}`)
    }
  }
  return new Map(tables.map((table) => [table.name, table]))
}

async function dropForeignKeys(tx: Queryable) {
  const constraints = await tx.rows<{ table: string; name: string; definition: string }>(sql`
    select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace`)
  for (const { table, name } of constraints) {
    await tx.run(rawSql(`alter table ${quoted(table)} drop constraint ${quoted(name)}`))
  }
  return constraints
}

async function createPartitions(
  tx: Queryable,
  tables: Map<string, TableShape>,
  header: FileHeader,
): Promise<void> {
  for (const { name, partitions } of header.tables) {
    const existing = new Set(tables.get(name)!.partitions.map((partition) => partition.name))
    for (const partition of partitions) {
      if (existing.has(partition.name)) continue
      if (!isPlain(partition)) throw new TransferError(`the file names a strange partition of ${name}`)
      const storage =
        partition.fillfactor === null ? '' : ` with (fillfactor = ${Number(partition.fillfactor)})`
      await tx.run(
        rawSql(
          `create table ${quoted(partition.name)} partition of ${quoted(name)} ${partition.bound}${storage}`,
        ),
      )
    }
  }
}

/** A bound becomes part of a statement, so it may contain nothing but two instants. */
function isPlain({ name, bound }: Partition): boolean {
  return (
    /^[a-z0-9_]{1,63}$/.test(name) && /^FOR VALUES FROM \('[-0-9:+. ]+'\) TO \('[-0-9:+. ]+'\)$/.test(bound)
  )
}

async function insertRows(
  tx: Queryable,
  source: AsyncGenerator<FileLine | string, undefined>,
  tables: Map<string, TableShape>,
  header: FileHeader,
  onProgress: (progress: TransferProgress) => void,
): Promise<void> {
  let into: TableShape | undefined
  let rows = 0
  for await (const line of source) {
    if (typeof line === 'string') {
      if (!into) throw new TransferError('the file has rows without a table')
      rows += await insertBatch(tx, into, line)
      const ofRows = header.tables.find((table) => table.name === into?.name)?.rows ?? 0
      onProgress({ table: into.name, rows, ofRows })
    } else if ('table' in line) {
      into = tables.get(line.table)
      rows = 0
    } else if ('end' in line) return
  }
  throw new TransferError('the file ends too early')
}

/** What is searched follows from rows that came in the order of their tables' names. */
async function refillSearch(tx: Queryable): Promise<void> {
  // An older version has none of this.
  if (!(await tx.row(sql`select from pg_class where oid = to_regclass('device_searched')`))) return
  for (const kind of ['controller', 'device']) {
    await tx.run(rawSql(`delete from ${kind}_search`))
    await tx.run(rawSql(`insert into ${kind}_search select * from ${kind}_searched`))
  }
}

function insertBatch(tx: Queryable, { name, columns }: TableShape, batch: string): Promise<number> {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map((column, index) => `(row ->> ${index})::${column.type}`).join(', ')
  const into = rawSql(`insert into ${quoted(name)} (${names}) select ${values} from`)
  return tx.run(sql`${into} jsonb_array_elements(${batch}::jsonb) as row`)
}

async function setSequence(tx: Queryable, { table, column, last, isCalled }: SequenceState): Promise<void> {
  await tx.row(
    sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last}::bigint, ${isCalled})`,
  )
}

async function verify(
  tx: Queryable,
  tables: Map<string, TableShape>,
  header: FileHeader,
  onProgress: (progress: TransferProgress) => void,
): Promise<void> {
  for (const { name, rows, checksum } of header.tables) {
    onProgress({ table: `checking ${name}`, rows, ofRows: rows })
    const sum = await sumTable(tx, tables.get(name)!)
    if (sum.rows !== rows) throw new TransferError(`${name} has ${sum.rows} rows instead of ${rows}`)
    if (sum.checksum !== checksum)
      throw new TransferError(`the rows of ${name} are not those that were exported`)
  }
}
