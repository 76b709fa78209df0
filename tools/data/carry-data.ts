import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { listMigrations, migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { exportData } from '../../apps/server/src/platform/db/transfer/export-data.ts'
import { isEncrypted } from '../../apps/server/src/platform/db/transfer/file-encryption.ts'
import { importData, readHeader } from '../../apps/server/src/platform/db/transfer/import-data.ts'
import { type FileHeader, TransferError } from '../../apps/server/src/platform/db/transfer/transfer-file.ts'
import { admitKeys, findKeys, type KeySettings } from '../../apps/server/src/platform/keys/open-keys.ts'
import type { AfterDrop } from '../../apps/server/src/platform/keys/rekey.ts'
import { createSecretBox } from '../../apps/server/src/platform/keys/secret-box.ts'
import { readPassphrase } from './read-passphrase.ts'
import { showProgress } from './show-progress.ts'

export interface CarryOptions {
  file: string
  keys: KeySettings
  passphraseFile: string | undefined
}

/** Refuses a key that is not the database's: otherwise the mistake would only show at the restore. */
export async function exportEverything(
  db: Db,
  { file, keys, passphraseFile, isPlain }: CarryOptions & { isPlain: boolean },
): Promise<FileHeader> {
  await migrate(db)
  const secretKeys = await findKeys(db, keys)
  const [key, ...others] = secretKeys
  await admitKeys(db, createSecretBox(key, others))
  const seal = isPlain ? null : { passphrase: await readPassphrase(passphraseFile, 'new'), secretKeys }
  return exportData(db, file, seal, showProgress())
}

/** A file of an older version is imported into a database of that version, which is then migrated. */
export async function importEverything(
  db: Db,
  { file, keys, passphraseFile, afterDrop }: CarryOptions & { afterDrop: AfterDrop | null },
): Promise<FileHeader> {
  const passphrase = (await isEncrypted(file)) ? await readPassphrase(passphraseFile, 'known') : null
  const { migrations } = await readHeader(file, passphrase)
  const known = listMigrations()
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new TransferError(
      `${file} was written by a newer version: this one does not know its migration ${unknown.join(', ')}. Import it with that version`,
    )
  await migrate(db, { only: migrations })
  const [key, ...others] = await findKeys(db, keys)
  const box = createSecretBox(key, others)
  // The state of dropped columns is written by this version, so into its tables.
  const dropped: Parameters<AfterDrop>[] = []
  const keep: AfterDrop = async (...drop) => void dropped.push(drop)
  const options = { passphrase, box, afterDrop: afterDrop && keep }
  const header = await importData(db, file, options, showProgress())
  await migrate(db)
  await db.transaction(async (tx) => {
    for (const [, place, row] of dropped) await afterDrop?.(tx, place, row)
  })
  await admitKeys(db, box)
  return header
}
