import type { RefusalReason } from '@ohmstead/contract/controller-messages'
import type { Logger } from 'pino'
import type { Db } from '../../platform/db/db.ts'
import type { IncomingMessage } from '../../platform/mqtt/link-transport.ts'
import { hideSecrets } from './hide-secrets.ts'
import { addMessages, mostMessages, type NotedMessage } from './message-watch-queries.ts'
import type { Outcome } from './outcome.ts'

/** How long messages are kept after somebody looked. */
export const messageWatchMs = 30_000
// Whoever opens many pages must not make the server write what it was spared from.
const mostWatched = 200
const longestPayload = 2000

/**
 * The newest messages of controllers that somebody looks at. Of all others nothing is kept: it costs one look into a map
 * that is mostly empty.
 */
export function createMessageWatch({ db, clock, log }: { db: Db; clock: { now(): number }; log: Logger }) {
  const watched = new Map<string, number>()
  const pending = new Map<string, NotedMessage[]>()

  function isWatched(serial: string): boolean {
    return watched.size > 0 && (watched.get(serial) ?? 0) > clock.now()
  }

  function add(message: NotedMessage): void {
    const own = pending.get(message.serial) ?? []
    own.push(message)
    if (own.length > mostMessages) own.shift()
    pending.set(message.serial, own)
  }

  return {
    until: (serial: string): number => watched.get(serial) ?? 0,

    expect(serial: string, until: number): void {
      for (const [other, end] of watched) if (end <= clock.now()) watched.delete(other)
      if (watched.size < mostWatched || watched.has(serial)) watched.set(serial, until)
    },

    /** The receiver, with a note of each message of a watched controller. */
    notingMessages(receive: (message: IncomingMessage) => Promise<Outcome>): typeof receive {
      return async (message) => {
        const outcome = await receive(message)
        if (outcome.state !== 'abandoned' && isWatched(message.serial)) add(describeMessage(message, outcome))
        return outcome
      }
    },

    /** What was refused before it became a message. */
    noteRefusal(serial: string, reason: RefusalReason, detail: string): void {
      if (!isWatched(serial)) return
      const refusals = [{ reason, detail: clean(detail.slice(0, 300)), count: 1 }]
      add({ serial, at: clock.now(), topic: '', bytes: 0, outcome: 'refused', refusals, payload: '' })
    },

    async flush(): Promise<void> {
      if (pending.size === 0) return
      const messages = [...pending.values()].flat()
      pending.clear()
      try {
        await addMessages(db, messages)
      } catch (error) {
        log.debug({ err: error }, 'messages could not be kept for those who look')
      }
    },
  }
}

function describeMessage(
  { serial, topic, payload, arrivedAt }: IncomingMessage,
  outcome: Outcome,
): NotedMessage {
  const { state, refused } = outcome
  const text = hideSecrets(payload.subarray(0, 4 * longestPayload).toString())
  return {
    serial,
    at: arrivedAt,
    topic: clean(topic.slice(0, 200)),
    bytes: payload.length,
    outcome: state === 'stored' && refused.length > 0 ? 'partly' : state === 'abandoned' ? 'stored' : state,
    refusals: refused
      .slice(0, 10)
      .map((refusal) => ({ ...refusal, detail: clean(refusal.detail.slice(0, 300)) })),
    payload: clean(text.slice(0, longestPayload)),
  }
}

/** As the database takes it. */
const clean = (text: string): string => text.toWellFormed().replaceAll('\0', ' ')
