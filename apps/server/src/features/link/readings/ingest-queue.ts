import type { IncomingMessage } from '../../../platform/mqtt/link-transport.ts'
import type { Outcome } from '../outcome.ts'
import { createTurnQueue } from './turn-queue.ts'

export interface QueuedMessage {
  readonly message: IncomingMessage
  readonly kind: 'data' | 'history'
  readonly settle: (outcome: Outcome) => void
}

// One batch: enough messages to be worth a commit that still ends soon. History takes its turn in
// smaller ones, so that live senders wait for no more than one of them.
const liveLimits = { items: 400, bytes: 300_000 }
const historyLimits = { items: 400, bytes: 130_000 }

/**
 * Messages of readings waiting for the database. A lane takes its next batch when its last commit has ended, so under
 * light load a reading never waits and under heavy load batches grow: live ones and history alternate, each with
 * one message of every controller in turn. All messages of a controller go through the same lane, because two commits of
 * one controller would wait for each other.
 */
export function createIngestQueue(options: {
  lanes: number
  store: (batch: QueuedMessage[]) => Promise<void>
}) {
  const lanes = Array.from({ length: options.lanes }, () => createLane(options.store))
  return {
    add(message: IncomingMessage, kind: 'data' | 'history'): Promise<Outcome> {
      return new Promise((settle) =>
        lanes[hash(message.serial) % lanes.length]!.add({ message, kind, settle }),
      )
    },
    /** Messages that are not settled: waiting, or in a current batch. */
    size: () => lanes.reduce((sum, lane) => sum + lane.size(), 0),
    /** The same by lane. */
    sizes: () => lanes.map((lane) => lane.size()),
    /** Resolves when the current batches have ended; what still waits is left unacknowledged. */
    close: () => Promise.all(lanes.map((lane) => lane.close())),
  }
}

function createLane(store: (batch: QueuedMessage[]) => Promise<void>) {
  const bytesOf = ({ message }: QueuedMessage) => message.payload.length
  const live = createTurnQueue(bytesOf)
  const history = createTurnQueue(bytesOf)
  const waiting = () => live.size() + history.size()
  let running: Promise<void> | null = null
  let underWay = 0
  let isClosed = false

  async function run(): Promise<void> {
    for (;;) {
      // Messages arriving in this turn of the event loop join the same batch. It also yields: a batch
      // without writes waits for nothing that would do so.
      await new Promise(setImmediate)
      if (isClosed || waiting() === 0) return
      await storeBatch(live.take(liveLimits))
      if (!isClosed) await storeBatch(history.take(historyLimits))
    }
  }

  async function storeBatch(batch: QueuedMessage[]): Promise<void> {
    underWay = batch.length
    if (batch.length > 0) await store(batch)
    underWay = 0
  }

  function start(): void {
    running ??= run().finally(() => {
      running = null
      if (!isClosed && waiting() > 0) start()
    })
  }

  return {
    add(queued: QueuedMessage): void {
      const queue = queued.kind === 'data' ? live : history
      queue.add(queued.message.serial, queued)
      start()
    },
    size: () => waiting() + underWay,
    async close(): Promise<void> {
      isClosed = true
      await running
    },
  }
}

function hash(text: string): number {
  let value = 0
  for (let index = 0; index < text.length; index++) value = (value * 31 + text.charCodeAt(index)) >>> 0
  return value
}
