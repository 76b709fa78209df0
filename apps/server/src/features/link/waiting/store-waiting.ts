import type { IncomingMessage } from '../../../platform/mqtt/link-transport.ts'
import type { LinkContext } from '../link-context.ts'
import type { Outcome } from '../outcome.ts'
import { deleteWaiting, findLeftWaiting, findWaiting } from './waiting-queries.ts'

/**
 * Stores the readings that waited for a controller to be linked, by the way of all readings. A message is deleted once it
 * is stored; where the process dies between, another stores it again, which changes nothing.
 */
export function createWaitingStore(
  context: Pick<LinkContext, 'db' | 'cache' | 'log' | 'isClosing' | 'pause'>,
  receive: (message: IncomingMessage) => Promise<Outcome>,
) {
  const running = new Map<string, Promise<void>>()

  async function storeAll(serial: string): Promise<void> {
    // The notice of the change may be under way.
    context.cache.changed(serial)
    while (!context.isClosing()) {
      const waiting = await findWaiting(context.db, serial)
      if (waiting.length === 0) return
      const outcomes = await Promise.all(
        waiting.map(({ kind, payload, arrived_at: arrivedAt }) =>
          receive({
            ...{ serial, topic: `ems/v1/${serial}/${kind}`, payload: Buffer.from(payload), arrivedAt },
            ...{ isRetained: false, isWill: false, wantsAck: false, hasWaited: true },
            // Its clock was judged, if at all, when it was sent.
            meterOffsetMs: null,
            isAbandoned: () => false,
          }),
        ),
      )
      const isSettled = ({ state }: Outcome) => state === 'stored' || state === 'refused'
      const done = waiting.filter((_, index) => isSettled(outcomes[index]!)).map(({ id }) => id)
      await deleteWaiting(context.db, done)
      // Released again, or the process ends: whoever links it next, or sweeps next, continues.
      if (done.length < waiting.length) return
    }
  }

  const store = (serial: string): Promise<void> => {
    const known = running.get(serial)
    if (known) return known
    const work = storeAll(serial)
      .catch((error) => {
        if (!context.isClosing())
          context.log.warn({ err: error, serial }, 'waiting readings could not be stored yet')
      })
      .finally(() => running.delete(serial))
    running.set(serial, work)
    return work
  }

  return {
    store,
    /** What was left behind. */
    async storeLeft(): Promise<void> {
      for (const serial of await findLeftWaiting(context.db)) await store(serial)
    },
  }
}
