import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { planNew, takeDue } from './backup-plans.ts'
import { arrivalMs, requestBackup } from './request-backup.ts'
import { beginRun } from './runs.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'log' | 'settings'>

const lookEveryMs = 60_000
/** After an outage of the cloud all may be due: so many are asked at one look. */
const atOnce = 100
/** New ones are planned this often, in looks. */
const planEvery = 10

/** Asks for the backups that are due now; what arrives is stored by whichever process gets it. */
export async function requestDueBackups(deps: Needed, signal?: AbortSignal): Promise<number> {
  const db = deps.db.at('job')
  let asked = 0
  for (const controllerId of await takeDue(db, deps.clock.now(), atOnce)) {
    if (signal?.aborted) break
    const now = deps.clock.now()
    try {
      await db.transaction(async (tx) => {
        const run = { kind: 'backup' as const, userId: null, jobId: null, now, expiresAt: now + arrivalMs }
        await beginRun(tx, { controllerId, ...run })
        await requestBackup(tx, deps, { controllerId, source: 'schedule', audit: null })
      })
      asked += 1
    } catch (error) {
      // It left in this moment, or is busy.
      if (!(error instanceof AppError)) throw error
    }
  }
  return asked
}

/** Looks every minute, as every process does. */
export function startScheduledBackups(deps: Needed): { close(): Promise<void> } {
  const closing = new AbortController()
  let looks = 0
  const look = async () => {
    try {
      if (looks++ % planEvery === 0) await planNew(deps.db.at('job'), deps.clock.now())
      await requestDueBackups(deps, closing.signal)
    } catch (error) {
      if (!closing.signal.aborted) deps.log.error({ err: error }, 'scheduled backups could not be asked for')
    }
  }
  let running = look()
  const timer = setInterval(() => {
    running = running.then(look)
  }, lookEveryMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      closing.abort()
      await running
    },
  }
}
