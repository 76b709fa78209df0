import type { KnownController } from './controller-cache.ts'
import { isTransient } from './is-transient.ts'
import type { LinkContext } from './link-context.ts'

const [firstWaitMs, longestWaitMs] = [1000, 30_000]

/**
 * Hands over a controller whose last session has ended, again while the database is away: it would be shown as connected
 * until its silence is noticed.
 */
export function createSessionEnd(
  { cache, isClosing, log, pause }: Pick<LinkContext, 'cache' | 'isClosing' | 'log' | 'pause'>,
  on: { isConnected(serial: string): boolean; end(controller: KnownController): Promise<void> },
) {
  return async (serial: string): Promise<void> => {
    for (let wait = firstWaitMs; ; wait = Math.min(wait * 2, longestWaitMs)) {
      // Another session of the same controller usually follows at once; then nothing happened.
      await pause(wait)
      if (isClosing() || on.isConnected(serial)) return
      try {
        const controller = (await cache.get([serial])).get(serial)
        if (controller) await on.end(controller)
        return
      } catch (error) {
        if (wait === firstWaitMs)
          log.warn({ err: error, serial }, 'the end of a session could not be written')
        if (!isTransient(error)) return
      }
    }
  }
}
