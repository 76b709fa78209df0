import { createHash } from 'node:crypto'
import type { BackupFailureCode } from '@ohmstead/contract/backups'
import type { Deps } from '../../deps.ts'
import type { Turns } from '../../platform/turns.ts'
import { createBackupKey, openPart, partBytes, sealPart } from './backup-cipher.ts'
import { beginReceiving, failBackup, findPart, finishReceiving, insertPart } from './backup-queries.ts'
import { keepFewBackups } from './old-backup-queries.ts'

/** What arrives is not what was announced; nothing of it is kept. */
export class ContentRefused extends Error {
  readonly code: BackupFailureCode

  constructor(code: BackupFailureCode) {
    super(code)
    this.code = code
  }
}

export interface AnnouncedContent {
  sizeBytes: number
  /** In hexadecimal. */
  sha256: string
}

type Needed = Pick<Deps, 'db' | 'clock' | 'secrets'>

/**
 * Stores the content of a backup as it arrives, encrypted and a part at a time; a backup only once its size and its hash
 * are those announced. Throws ContentRefused otherwise. Only parts that are there take their turn: whoever sends slowly holds up
 * nobody else.
 */
export async function storeContent(
  deps: Needed,
  { backupId, controllerId }: { backupId: number; controllerId: number },
  chunks: AsyncIterable<Uint8Array>,
  announced: AnnouncedContent,
  takeTurn: Turns = (work) => work(),
): Promise<void> {
  const { clock, secrets } = deps
  const db = deps.db.at('job')
  const key = createBackupKey()
  try {
    if (!(await beginReceiving(db, backupId, secrets.seal(key, 'controllerBackup', backupId))))
      throw new ContentRefused('stopped')
    const hash = createHash('sha256')
    let sizeBytes = 0
    let position = 0
    for await (const part of inParts(untilCutOff(chunks), announced.sizeBytes)) {
      sizeBytes += part.length
      hash.update(part)
      const isKept = await takeTurn(() =>
        insertPart(db, backupId, position, sealPart(key, backupId, position, part)),
      )
      if (!isKept) throw new ContentRefused('stopped')
      position += 1
    }
    if (sizeBytes < announced.sizeBytes) throw new ContentRefused('cut_off')
    if (hash.digest('hex') !== announced.sha256) throw new ContentRefused('wrong_hash')
    await db.transaction(async (tx) => {
      if (!(await finishReceiving(tx, backupId, announced))) throw new ContentRefused('stopped')
      await keepFewBackups(tx, controllerId, clock.now())
    })
  } catch (error) {
    await failBackup(db, backupId, error instanceof ContentRefused ? error.code : 'cut_off')
    throw error
  }
}

/** A connection that breaks is not an error of ours. */
async function* untilCutOff(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    throw error instanceof ContentRefused ? error : new ContentRefused('cut_off')
  }
}

async function* inParts(chunks: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new ContentRefused('wrong_size')
    pending.push(chunk)
    pendingBytes += chunk.length
    while (pendingBytes >= partBytes) {
      const all = Buffer.concat(pending)
      yield all.subarray(0, partBytes)
      pending = [all.subarray(partBytes)]
      pendingBytes -= partBytes
    }
  }
  if (pendingBytes > 0) yield Buffer.concat(pending)
}

/** The content of a stored backup, a part at a time; throws if anything of it is missing or was changed. */
export async function* readContent(
  { db }: Pick<Deps, 'db'>,
  { id, size_bytes: sizeBytes }: { id: number; size_bytes: number },
  key: Uint8Array,
): AsyncGenerator<Buffer> {
  for (let position = 0; position * partBytes < sizeBytes; position++) {
    const sealed = await findPart(db.at('job'), id, position)
    if (!sealed) throw new Error(`part ${position} of backup ${id} is gone`)
    yield openPart(key, id, position, sealed)
  }
}
