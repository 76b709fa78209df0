import type { Readable } from 'node:stream'
import { backupLimits } from '@ohmstead/contract/backups'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { getMark, readHeader, takeHeader } from './backup-file.ts'
import { findBackupTarget, findOrigin, insertBackup } from './backup-queries.ts'
import { arrivalMs } from './request-backup.ts'
import { ContentRefused, storeContent } from './store-content.ts'

/** Takes a file back that was downloaded here: unchanged, and of this controller or one that it replaced. */
export async function takeUploadedFile(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  controllerId: number,
  body: Readable,
  audit: AuditContext,
): Promise<void> {
  try {
    await takeFile(deps, controllerId, body.iterator({ destroyOnReturn: false }), audit)
  } catch (error) {
    await readToEnd(body)
    throw error instanceof ContentRefused ? new AppError('backup_file_refused') : error
  }
}

/** A browser that is still sending a wrong file would not hear why it was refused. */
async function readToEnd(body: Readable): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += (chunk as Uint8Array).length
      if (bytes > backupLimits.maxBytes) return
    }
  } catch {
    // It has left.
  }
}

async function takeFile(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  controllerId: number,
  body: AsyncIterable<Uint8Array>,
  audit: AuditContext,
): Promise<void> {
  const { db, clock } = deps
  const target = await findBackupTarget(db, controllerId)
  if (!target) throw new AppError('not_found')
  const file = await takeHeader(body)
  const header = file && readHeader(await getMark(deps), file.line)
  if (!header) throw new AppError('backup_file_refused')
  const origin = await findOrigin(db, controllerId, header.controller)
  if (origin?.unit_id !== header.serial) throw new AppError('backup_of_another')
  const now = clock.now()
  const { location_id: locationId } = target
  const userId = audit.actor?.userId ?? null
  const backupId = await db.transaction(async (tx) => {
    const id = await insertBackup(tx, {
      ...{ controllerId: header.controller, locationId, userId, now, source: 'file', isReceiving: true },
      ...{ filename: header.name, softwareVersion: header.software, expiresAt: now + arrivalMs },
    })
    const after = { backupId: id, filename: header.name }
    await recordAudit(tx, audit, { action: 'backup_uploaded', controllerId, locationId, after })
    return id
  })
  const announced = { sizeBytes: header.size, sha256: header.sha256 }
  const ids = { backupId, controllerId: header.controller }
  await storeContent(deps, ids, file!.rest, announced)
}
