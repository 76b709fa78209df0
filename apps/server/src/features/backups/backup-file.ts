import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { backupLimits } from '@ohmstead/contract/backups'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { sql } from '../../platform/db/sql.ts'
import type { StoredBackup } from './backup-queries.ts'

// A file that leaves the cloud is one line about it, marked so that nobody else can write it, and the controller's bytes as
// they are: `tail -n +2` gives them.

const word = 'OHMSTEAD-BACKUP-1'
const markId = 1

const headerShape = z.object({
  controller: z.int(),
  serial: z.string(),
  name: z.string().max(200),
  made: z.int(),
  software: z.string().max(200).nullable(),
  size: z.int().min(1).max(backupLimits.maxBytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupHeader = z.output<typeof headerShape>

export function describeBackup(backup: StoredBackup): BackupHeader {
  return {
    controller: backup.controller_id,
    serial: backup.unit_id,
    name: backup.filename,
    made: backup.created_at,
    software: backup.software_version,
    size: backup.size_bytes,
    sha256: backup.sha256,
  }
}

export function writeHeader(mark: Uint8Array, header: BackupHeader): Buffer {
  const text = Buffer.from(JSON.stringify(header)).toString('base64url')
  return Buffer.from(`${word} ${text} ${sign(mark, text).toString('base64url')}\n`)
}

/** Null unless the line was written here, and is as it was. */
export function readHeader(mark: Uint8Array, line: string): BackupHeader | null {
  const [first, text = '', signature = '', ...more] = line.split(' ')
  if (first !== word || more.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const right = sign(mark, text)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const header = headerShape.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return header.success ? header.data : null
}

const sign = (mark: Uint8Array, text: string) => createHmac('sha256', mark).update(`${word} ${text}`).digest()

/** The key of the marks: one for the installation, which a new SECRET_KEY does not change. */
export async function getMark({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<Buffer> {
  const find = () => db.row<{ key: Uint8Array }>(sql`select key from backup_mark where id = ${markId}`)
  const known = await find()
  if (known) return secrets.open(known.key, 'backupMark', markId)
  const key = secrets.seal(randomBytes(32), 'backupMark', markId)
  await db.run(sql`insert into backup_mark (id, key) values (${markId}, ${key}) on conflict do nothing`)
  return secrets.open((await find())!.key, 'backupMark', markId)
}

/** Splits a file into its first line and the rest, without reading it whole; null if there is no such line. */
export async function takeHeader(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ line: string; rest: AsyncGenerator<Uint8Array> } | null> {
  const iterator = chunks[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  for (;;) {
    const end = head.subarray(0, backupLimits.maxHeaderBytes).indexOf(10)
    if (end >= 0) {
      const line = head.subarray(0, end).toString('latin1')
      return { line, rest: follow(head.subarray(end + 1), iterator) }
    }
    const next = head.length > backupLimits.maxHeaderBytes ? null : await iterator.next().catch(() => null)
    if (next === null || next.done) return null
    head = Buffer.concat([head, next.value])
  }
}

async function* follow(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
