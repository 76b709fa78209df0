import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { findRunningRollOuts } from './advance-queries.ts'
import { advanceRollOut } from './advance-roll-outs.ts'
import { sweepUpdates } from './update-queries.ts'

const lookEveryMs = 5_000
/** The next hundred of a stage follow so soon. */
const goOnMs = 1_000
const times = { backMs: 10 * 60_000, silentMs: 2 * 3_600_000, unaskedMs: 7 * 86_400_000 }

export interface Updates {
  /** Looks soon: somebody has changed something. */
  wake(): void
  /** One look, for tests. */
  look(): Promise<void>
  close(): Promise<void>
}

/**
 * Judges updates and takes roll-outs on, every few seconds in every process. All it knows is in the database, so that it goes
 * on where a process that died was.
 */
export function startUpdates(deps: Pick<PlatformDeps, 'db' | 'clock' | 'log'>): Updates {
  const { clock, log } = deps
  const db = deps.db.at('job')
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<boolean> = Promise.resolve(false)

  async function look(): Promise<boolean> {
    await sweepUpdates(db, { ...times, now: clock.now() })
    let hasMore = false
    for (const id of await findRunningRollOuts(db)) {
      if (isClosed) return false
      hasMore = (await advanceRollOut(db, id, clock.now())) || hasMore
    }
    return hasMore
  }

  function lookSoon(waitMs: number): void {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => {
      running = running
        .then(look)
        .catch((error) => {
          log.error({ err: error }, 'updates could not be taken on')
          return false
        })
        .then((hasMore) => {
          lookSoon(hasMore ? goOnMs : lookEveryMs)
          return hasMore
        })
    }, waitMs)
    timer.unref()
  }

  lookSoon(lookEveryMs)
  return {
    wake: () => lookSoon(0),
    // After the one that runs: what that has locked would be passed over.
    look: () => {
      const done = running.then(async () => {
        while (await look());
      })
      running = done.then(
        () => false,
        () => false,
      )
      return done
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
