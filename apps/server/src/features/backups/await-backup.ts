import { setTimeout } from 'node:timers/promises'
import type { BackupFailureCode } from '@ohmstead/contract/backups'
import type { Deps } from '../../deps.ts'
import { JobFailed } from '../../platform/jobs/jobs.ts'
import { type AwaitedBackup, failBackup, findAwaited } from './backup-queries.ts'

const lookEveryMs = 300

/** A failed backup or restore, as its job tells it. */
export class BackupFailed extends JobFailed {
  declare readonly code: BackupFailureCode
}

/**
 * Waits until a requested backup has arrived, and calls `look` meanwhile, which may throw to call it off. Throws
 * BackupFailed once it is clear that it will not come.
 */
export async function awaitBackup(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  backupId: number,
  look: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const awaited = await findAwaited(db, backupId, clock.now())
    if (awaited?.state === 'ready') return
    const failure = awaited ? findFailure(awaited, clock.now()) : 'stopped'
    if (failure) {
      await failBackup(db, backupId, failure)
      throw new BackupFailed(failure)
    }
    try {
      await look()
    } catch (error) {
      await failBackup(db, backupId, 'stopped')
      throw error
    }
    await setTimeout(lookEveryMs)
  }
}

function findFailure(awaited: AwaitedBackup, now: number): BackupFailureCode | null {
  const { state, failure, expires_at, command_state } = awaited
  if (state === 'failed') return failure ?? 'cut_off'
  if (expires_at < now) return 'no_answer'
  // While it arrives, its arrival tells.
  if (state === 'receiving') return null
  if (command_state === 'failed' || command_state === 'rejected') return 'declined'
  return command_state === 'expired' ? 'no_answer' : null
}
