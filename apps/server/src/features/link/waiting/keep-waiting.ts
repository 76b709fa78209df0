import type { LinkContext } from '../link-context.ts'
import { nothingStored } from '../outcome.ts'
import { insertWaiting, trimWaiting } from './waiting-queries.ts'
import type { WaitingRoom } from './waiting-room.ts'

const kept = 'Kept until somebody links this controller; the newest readings are stored then.'
const notKept =
  'Nothing is stored: this controller was taken from its location, and nobody has linked it since.'

// Counting what waits for a controller at each of its messages would read all of it again.
const trimEvery = { messages: 25, bytes: 100_000 }

export function createWaitingRoom(context: Pick<LinkContext, 'db' | 'refuse'>): WaitingRoom {
  const added = new Map<number, { messages: number; bytes: number }>()

  function isFull(controllerId: number, bytes: number): boolean {
    // The first message may follow many that came in before this process started.
    const known = added.get(controllerId) ?? { ...trimEvery }
    known.messages += 1
    known.bytes += bytes
    added.set(controllerId, known)
    return known.messages > trimEvery.messages || known.bytes > trimEvery.bytes
  }

  async function trim(controllerIds: readonly number[]): Promise<void> {
    if (controllerIds.length === 0) return
    for (const { serial, count } of await trimWaiting(context.db, controllerIds))
      context.refuse(serial, 'too_many_waiting', 'older readings gave way, since nobody has linked it', count)
    for (const id of controllerIds) added.set(id, { messages: 0, bytes: 0 })
  }

  return {
    async keep(unlinked) {
      // What waits already is not kept a second time, and nothing that the former owner's home sends.
      const fresh = unlinked.filter(({ queued, isReleased }) => !queued.message.hasWaited && !isReleased)
      if (fresh.length > 0) {
        await insertWaiting(
          context.db,
          fresh.map(({ queued: { message, kind }, controllerId }) => ({
            ...{ controllerId, kind, payload: message.payload, arrivedAt: message.arrivedAt },
          })),
        )
        const full = fresh.filter(({ queued, controllerId }) =>
          isFull(controllerId, queued.message.payload.length),
        )
        await trim([...new Set(full.map(({ controllerId }) => controllerId))])
      }
      for (const { queued, isReleased, seq } of unlinked)
        queued.settle({ ...nothingStored('unlinked', { seq }), detail: isReleased ? notKept : kept })
    },
  }
}
