import { setTimeout } from 'node:timers/promises'
import type { BackupFailureCode } from '@ohmstead/contract/backups'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { sendCommandIn } from '../link/commands.ts'
import { awaitBackup, BackupFailed, throughOutages } from './await-backup.ts'
import { findAwaited, findBackup, saveOutcome } from './backup-queries.ts'
import { openBackupKey } from './open-backup.ts'
import { arrivalMs, getBackupTarget, requestBackup } from './request-backup.ts'
import { beginRun, endRun } from './runs.ts'
import { issueTicket } from './tickets.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'settings' | 'jobs' | 'secrets' | 'log'>

const answerSeconds = 60
/** A controller may have to start anew before it can say how it went. */
const restoreMs = 10 * 60_000
const lookEveryMs = 300
/** How often the answer to a backup that has arrived is looked for: it comes at the same moment. */
const answerLooks = 30

/** Puts a backup back as a job: a fresh one first, without which nothing is replaced. */
export async function startRestore(
  deps: Needed,
  ids: { controllerId: number; backupId: number },
  audit: AuditContext,
): Promise<{ id: number; finished: Promise<void> }> {
  const { db, clock, jobs } = deps
  const { controllerId, backupId } = ids
  const { location_id: locationId } = await getBackupTarget(db, controllerId)
  const backup = await findBackup(db, controllerId, backupId)
  if (!backup) throw new AppError('not_found')
  openBackupKey(deps, backup)
  const userId = audit.actor?.userId ?? null
  const { filename } = backup
  const detail = { controllerId, backupId }
  let freshId = 0
  return jobs.run(
    { kind: 'controller_restore', locationId, createdBy: userId, detail, total: 2 },
    async (progress) => {
      let outcome: BackupFailureCode | 'done' = 'stopped'
      try {
        await awaitBackup(deps, freshId, () => progress.report({ done: 0 }))
        await progress.report({ done: 1 })
        outcome = await replace(deps, ids, { audit, progress, freshId })
        if (outcome !== 'done') throw new BackupFailed(outcome)
        await progress.report({ done: 2 }).catch(() => {})
      } catch (error) {
        if (error instanceof BackupFailed) outcome = error.code
        throw error
      } finally {
        await saveOutcome(db, freshId, outcome, clock.now())
        await endRun(db, controllerId, progress.id)
      }
    },
    async (tx, jobId) => {
      const now = clock.now()
      const expiresAt = now + arrivalMs + restoreMs + 60_000
      await beginRun(tx, { controllerId, kind: 'restore', userId, jobId, now, expiresAt })
      freshId = await requestBackup(tx, deps, {
        controllerId,
        source: 'restore',
        audit,
        restoresId: backupId,
      })
      const after = { backupId, filename }
      await recordAudit(tx, audit, { action: 'backup_restored', locationId, controllerId, after })
    },
  )
}

/** From here on it cannot be called off: the controller may already have begun. */
async function replace(
  deps: Needed,
  { controllerId, backupId }: { controllerId: number; backupId: number },
  { audit, progress, freshId }: { audit: AuditContext; progress: JobProgress; freshId: number },
): Promise<BackupFailureCode | 'done'> {
  const { db, clock, settings } = deps
  const rev = await findRevision(deps, freshId)
  const { id, expiresAt } = await db.transaction(async (tx) => {
    await refuseCancelled(tx, progress.id)
    const now = clock.now()
    const backup = await findBackup(tx, controllerId, backupId)
    if (!backup) throw new BackupFailed('changed_meanwhile')
    const { unit_id: serial } = await getBackupTarget(tx, controllerId)
    const url = await issueTicket(
      tx,
      { backupId, controllerId, kind: 'download', expiresAt: now + restoreMs },
      { publicUrl: settings.publicUrl, serial },
    )
    const { sha256, size_bytes: size, unit_id: from } = backup
    return sendCommandIn(tx, now, {
      controllerId,
      op: 'backup.restore',
      args: { sha256, size, from, ...(rev !== null && { rev }) },
      secretArgs: { url },
      ttlSeconds: answerSeconds,
      audit,
    })
  })
  let wasAccepted = false
  for (;;) {
    const command = await throughOutages(() =>
      db.row<{ state: string; code: string | null }>(
        sql`select state, code from command where id = ${id}::uuid`,
      ),
    )
    const state = command?.state ?? 'expired'
    if (state === 'done') return 'done'
    if (state === 'failed' || state === 'rejected')
      return command?.code === 'rev_changed' ? 'changed_meanwhile' : 'declined'
    wasAccepted ||= state === 'accepted'
    // One that has begun answers after its restart, even if it is late.
    if (clock.now() > expiresAt + (wasAccepted ? restoreMs : 0)) return 'no_answer'
    await setTimeout(lookEveryMs)
  }
}

/** Which configuration the fresh backup is of: if it has changed since, nothing is replaced. */
async function findRevision(deps: Pick<Deps, 'db' | 'clock'>, freshId: number): Promise<number | null> {
  for (let looks = 0; looks < answerLooks; looks++) {
    const fresh = await findAwaited(deps.db, freshId, deps.clock.now())
    const rev = fresh?.command_result?.rev
    if (fresh?.command_state === 'done')
      return typeof rev === 'number' && Number.isSafeInteger(rev) ? rev : null
    if (fresh?.command_state !== 'sent' && fresh?.command_state !== 'accepted') return null
    await setTimeout(lookEveryMs)
  }
  return null
}

async function refuseCancelled(tx: Queryable, jobId: number): Promise<void> {
  const job = await tx.row<{ is_cancelled: boolean }>(
    sql`select cancel_requested_at is not null as is_cancelled from job where id = ${jobId} for update`,
  )
  if (job?.is_cancelled !== false) throw new DOMException('called off', 'AbortError')
}
