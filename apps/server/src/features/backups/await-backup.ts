import { setTimeout } from 'node:timers/promises'
import type { BackupFailureCode } from '@ohmstead/contract/backups'
import type { Deps } from '../../deps.ts'
import { JobFailed } from '../../platform/jobs/jobs.ts'
import { isTransient } from '../link/is-transient.ts'
import { type AwaitedBackup, failBackup, findAwaited } from './backup-queries.ts'

const lookEveryMs = 300
/** About five minutes. */
const mostOutageLooks = 1000

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
    const awaited = await throughOutages(() => findAwaited(db, backupId, clock.now()))
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

/** Reads again until the database is back: what was asked of the controller goes on meanwhile. */
export async function throughOutages<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let left = mostOutageLooks; ; left--)
    try {
      return await read()
    } catch (error) {
      if (left === 0 || !isTransient(error)) throw error
      await setTimeout(lookEveryMs)
    }
}

function findFailure(awaited: AwaitedBackup, now: number): BackupFailureCode | null {
  const { state, failure, expires_at, command_state } = awaited
  if (state === 'failed') return failure ?? 'cut_off'
  if (expires_at < now) return 'no_answer'
  const isDeclined = command_state === 'failed' || command_state === 'rejected'
  // While it arrives, its arrival tells, unless the controller has given up.
  if (state === 'receiving') return isDeclined ? 'cut_off' : null
  if (isDeclined) return 'declined'
  return command_state === 'expired' ? 'no_answer' : null
}
