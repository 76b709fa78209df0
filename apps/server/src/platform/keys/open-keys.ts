import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../settings.ts'
import type { Db, Queryable } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import { DirectoryError, makeDirectory } from '../make-directory.ts'
import { OperatorError } from '../operator-error.ts'
import { findSealedRows, type SealedPlace, type SealedRow, sealedPlaces } from './sealed-places.ts'
import { createSecretBox, keyLength, type SecretBox } from './secret-box.ts'

/** The given key does not open what the database contains. */
export class KeyError extends OperatorError {}

/** Without a key one is kept in `directory`, or only for this process if that is null too. */
export type KeySettings = Pick<Settings, 'secretKey' | 'secretKeyOld'> & { directory: string | null }

/** The box that fits this database; refuses wrong keys before anything is sealed with them. */
export async function openKeys(db: Db, settings: KeySettings): Promise<SecretBox> {
  const [key, ...others] = await findKeys(db, settings)
  const box = createSecretBox(key, others)
  await admitKeys(db, box)
  return box
}

/** The keys themselves, the sealing one first, for the commands that replace or export them. */
export async function findKeys(
  db: Queryable,
  { secretKey, secretKeyOld, directory }: KeySettings,
): Promise<[Uint8Array, ...Uint8Array[]]> {
  const key =
    secretKey ?? (directory === null ? randomBytes(keyLength) : keepKey(directory, await isAwaited(db)))
  return [key, ...secretKeyOld]
}

/** Whether the database has something that only a certain key opens. */
async function isAwaited(db: Queryable): Promise<boolean> {
  // An import of an older file runs before the table of keys exists.
  if (!(await db.row(sql`select 1 where to_regclass('sealing_key') is not null`))) return false
  if ((await findSealingKeys(db)).length > 0) return true
  for (const place of sealedPlaces) if ((await findSealedRows(db, place)).length > 0) return true
  return false
}

const keyFile = 'secret.key'

function keepKey(directory: string, isAwaited: boolean): Buffer {
  const path = join(directory, keyFile)
  makeDirectory(directory, 0o700)
  try {
    if (isAwaited && !existsSync(path))
      throw new KeyError(
        `The key of this database is missing: put ${path} back, or set SECRET_KEY to the key it was used with.`,
      )
    // Only one of several processes starting at once creates it.
    if (!existsSync(path)) writeFileSync(path, randomBytes(keyLength), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (error instanceof KeyError) throw error
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new DirectoryError((error as Error).message)
  }
  const key = readFileSync(path)
  if (key.length !== keyLength) throw new KeyError(`${path} is not a key: it has ${key.length} bytes.`)
  return key
}

/** Records the sealing key, once every key in use is known to be given. */
export async function admitKeys(db: Db, box: SecretBox): Promise<void> {
  const known = await findSealingKeys(db)
  if (known.includes(box.keyId) && findMissing(known, box).length === 0) return
  await db.transaction(async (tx) => {
    await tx.run(sql`lock table sealing_key in exclusive mode`)
    const kept = await findSealingKeys(tx)
    const missing = findMissing(kept, box)
    if (missing.length > 0) throw new KeyError(describeMissing(missing, box))
    if (kept.length === 0 && !(await opensAnything(tx, box)))
      throw new KeyError(
        'SECRET_KEY is not the key of this database: it opens none of its sealed values. Set the key that it was used with so far.',
      )
    await tx.run(sql`insert into sealing_key (id) values (${box.keyId}) on conflict do nothing`)
  })
}

export async function findSealingKeys(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`select id from sealing_key order by first_used_at, id`)
  return rows.map(({ id }) => id)
}

const findMissing = (known: readonly string[], box: SecretBox) =>
  known.filter((id) => !box.keyIds.includes(id))

function describeMissing(missing: readonly string[], { keyIds }: SecretBox): string {
  return `SECRET_KEY is not the key of this database: its secrets are sealed with ${missing.join(', ')}, and the settings give ${keyIds.join(', ')}. Set that key, or name it in SECRET_KEY_OLD beside the new one.`
}

/** An older database has no key ids: its content shows which key it was. */
async function opensAnything(tx: Queryable, box: SecretBox): Promise<boolean> {
  let found = 0
  for (const place of sealedPlaces)
    for (const row of await findSealedRows(tx, place)) {
      found += 1
      if (isReadable(box, place, row)) return true
    }
  return found === 0
}

function isReadable(box: SecretBox, { purpose }: SealedPlace, { sealed, owner }: SealedRow): boolean {
  try {
    box.open(sealed, purpose, owner)
    return true
  } catch {
    return false
  }
}
