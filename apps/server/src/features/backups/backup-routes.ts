import { Readable } from 'node:stream'
import { backupEndpoints } from '@ohmstead/contract/backups'
import { mediaTypes } from '@ohmstead/contract/media-types'
import { AppError } from '../../platform/app-error.ts'
import { fileRoute, type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { proveIdentity } from '../auth/prove-identity.ts'
import { describeBackup, getMark, writeHeader } from './backup-file.ts'
import { findCompanySchedule, saveCompanySchedule, saveSchedule } from './backup-plans.ts'
import { findBackup, findBackupTarget, findDeleted, setDeleted } from './backup-queries.ts'
import { listBackups } from './list-backups.ts'
import { undeleteMs } from './old-backup-queries.ts'
import { openBackupKey } from './open-backup.ts'
import { startBackup } from './start-backup.ts'
import { startRestore } from './start-restore.ts'
import { readContent } from './store-content.ts'
import { takeUploadedFile } from './take-uploaded-file.ts'

export const backupRoutes: Route[] = [
  route(backupEndpoints.list, ({ db, deps, params }) => listBackups(deps, db, params.controllerId)),

  route(backupEndpoints.create, async (context) => {
    const { deps, params } = context
    return { job_id: (await startBackup(deps, params.controllerId, auditContextOf(context))).id }
  }),

  route(backupEndpoints.remove, async (context) => {
    const { db, deps, params } = context
    const { controllerId, backupId } = params
    await db.transaction(async (tx) => {
      const backup = await findBackup(tx, controllerId, backupId)
      if (!backup) throw new AppError('not_found')
      await setDeleted(tx, backupId, deps.clock.now())
      const audit = { controllerId, locationId: await getLocationId(tx, controllerId) }
      const before = { backupId, filename: backup.filename }
      await recordAudit(tx, auditContextOf(context), { action: 'backup_deleted', ...audit, before })
    })
    return listBackups(deps, db, controllerId)
  }),

  route(backupEndpoints.undelete, async (context) => {
    const { db, deps, params } = context
    const { controllerId, backupId } = params
    await db.transaction(async (tx) => {
      const backup = await findDeleted(tx, controllerId, backupId, deps.clock.now() - undeleteMs)
      if (!backup) throw new AppError('not_found')
      await setDeleted(tx, backupId, null)
      const audit = { controllerId, locationId: await getLocationId(tx, controllerId) }
      const after = { backupId, ...backup }
      await recordAudit(tx, auditContextOf(context), { action: 'backup_brought_back', ...audit, after })
    })
    return listBackups(deps, db, controllerId)
  }),

  fileRoute(backupEndpoints.download, async (context) => {
    const { db, deps, actor, params, body, request } = context
    const { controllerId, backupId } = params
    const found = await findBackup(db, controllerId, backupId)
    if (!found) throw new AppError('not_found')
    await proveIdentity(deps, { actor, password: body.password, request })
    const key = openBackupKey(deps, found)
    const header = writeHeader(await getMark(deps), describeBackup(found))
    await recordAudit(db, auditContextOf(context), {
      action: 'backup_downloaded',
      controllerId,
      locationId: await getLocationId(db, controllerId),
      after: { backupId, filename: found.filename },
    })
    return {
      type: mediaTypes.backup,
      content: Readable.from(withHeader(header, readContent(deps, found, key))),
      length: header.length + found.size_bytes,
      saveAs: found.filename,
    }
  }),

  route(backupEndpoints.upload, async (context) => {
    const { db, deps, params, request } = context
    const body = request.body instanceof Readable ? request.body : Readable.from([])
    await takeUploadedFile(deps, params.controllerId, body, auditContextOf(context))
    return listBackups(deps, db, params.controllerId)
  }),

  route(backupEndpoints.restore, async (context) => {
    const { deps, params } = context
    return { job_id: (await startRestore(deps, params, auditContextOf(context))).id }
  }),

  route(backupEndpoints.setSchedule, async (context) => {
    const { db, deps, params, body } = context
    const { controllerId } = params
    await db.transaction(async (tx) => {
      const locationId = await getLocationId(tx, controllerId)
      const before = await saveSchedule(tx, controllerId, body.schedule, deps.clock.now())
      if (before === body.schedule) return
      const audit = { action: 'backup_schedule_changed' as const, controllerId, locationId }
      await recordAudit(tx, auditContextOf(context), { ...audit, before: { schedule: before }, after: body })
    })
    return listBackups(deps, db, controllerId)
  }),

  route(backupEndpoints.companySchedule, async ({ db, params }) => ({
    schedule: await findCompanySchedule(db, params.companyId),
  })),

  route(backupEndpoints.setCompanySchedule, async (context) => {
    const { db, params, body } = context
    const { companyId } = params
    await db.transaction(async (tx) => {
      const before = await saveCompanySchedule(tx, companyId, body.schedule)
      if (before === body.schedule) return
      const audit = { action: 'backup_schedule_changed' as const, companyId }
      await recordAudit(tx, auditContextOf(context), { ...audit, before: { schedule: before }, after: body })
    })
    return body
  }),
]

async function getLocationId(
  db: Parameters<typeof findBackupTarget>[0],
  controllerId: number,
): Promise<number> {
  const target = await findBackupTarget(db, controllerId)
  if (!target) throw new AppError('not_found')
  return target.location_id
}

async function* withHeader(header: Buffer, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield header
  yield* content
}
