import type { Deps } from '../../deps.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import { awaitBackup } from './await-backup.ts'
import { arrivalMs, getBackupTarget, requestBackup } from './request-backup.ts'
import { beginRun, endRun } from './runs.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'settings' | 'jobs' | 'log'>

/** Asks for a backup as a job, which ends when it has arrived. */
export async function startBackup(
  deps: Needed,
  controllerId: number,
  audit: AuditContext,
): Promise<{ id: number; finished: Promise<void> }> {
  const { db, clock, jobs } = deps
  const { location_id: locationId } = await getBackupTarget(db, controllerId)
  const userId = audit.actor?.userId ?? null
  let backupId = 0
  return jobs.run(
    { kind: 'controller_backup', locationId, createdBy: userId, detail: { controllerId } },
    async (progress) => {
      try {
        await awaitBackup(deps, backupId, () => progress.report({}))
      } finally {
        await endRun(db, controllerId, progress.id)
      }
    },
    async (tx, jobId) => {
      const now = clock.now()
      const run = { controllerId, kind: 'backup' as const, userId, jobId, now, expiresAt: now + arrivalMs }
      await beginRun(tx, run)
      backupId = await requestBackup(tx, deps, { controllerId, source: 'person', audit })
    },
  )
}
