import type { Refusal, RefusalReason } from '@ohmstead/contract/controller-messages'
import type { IncomingMessage } from '../../platform/mqtt/link-transport.ts'

/** What became of one message of readings. `seq` is acknowledged once everything that arrived before it is settled, too. */
export interface Outcome {
  /** `unlinked`: known, but of no location yet, so nothing is kept. */
  state: 'stored' | 'refused' | 'unlinked' | 'abandoned'
  seq: number | null
  storedSamples: number
  rejectedSamples: number
  refused: Refusal[]
  reason?: RefusalReason
  detail?: string
}

export interface QueuedMessage {
  readonly message: IncomingMessage
  readonly kind: 'data' | 'history'
  readonly settle: (outcome: Outcome) => void
}

// One batch: as many messages as give a commit that is worth its price and still ends soon.
const mostMessages = 400
const mostBytes = 1_500_000
// While live readings wait, history gets this much of a batch, so that it neither starves nor holds them up.
const mostHistoryBytesBesideLive = 130_000

/**
 * Messages of readings waiting for the database, live ones first. A lane takes its next batch when its last commit has
 * ended, so under light load a reading waits for nothing and under heavy load batches grow. All messages of a
 * controller go through the same lane, because two commits of one controller would wait for each other.
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
    /** Messages that are not settled: waiting, or in a batch under way. */
    size: () => lanes.reduce((sum, lane) => sum + lane.size(), 0),
    /** Resolves when the batches under way have ended; what still waits is left unacknowledged. */
    close: () => Promise.all(lanes.map((lane) => lane.close())),
  }
}

function createLane(store: (batch: QueuedMessage[]) => Promise<void>) {
  let live: QueuedMessage[] = []
  let history: QueuedMessage[] = []
  let running: Promise<void> | null = null
  let underWay = 0
  let isClosed = false

  async function run(): Promise<void> {
    // Whatever arrives in this turn of the event loop goes into the same batch.
    await new Promise(setImmediate)
    while (!isClosed && live.length + history.length > 0) {
      const batch = takeBatch()
      underWay = batch.length
      await store(batch)
      underWay = 0
    }
  }

  function start(): void {
    running ??= run().finally(() => {
      running = null
      if (!isClosed && live.length + history.length > 0) start()
    })
  }

  function takeBatch(): QueuedMessage[] {
    const liveCount = countWithin(live, mostMessages, mostBytes)
    const historyBytes = live.length > 0 ? mostHistoryBytesBesideLive : mostBytes
    const historyCount = countWithin(history, mostMessages, historyBytes)
    const batch = live.slice(0, liveCount).concat(history.slice(0, historyCount))
    live = live.slice(liveCount)
    history = history.slice(historyCount)
    return batch
  }

  return {
    add(queued: QueuedMessage): void {
      const list = queued.kind === 'data' ? live : history
      list.push(queued)
      start()
    },
    size: () => live.length + history.length + underWay,
    async close(): Promise<void> {
      isClosed = true
      await running
    },
  }
}

/** How many of the first messages stay within the limits; at least one. */
function countWithin(list: readonly QueuedMessage[], messages: number, bytes: number): number {
  let sum = 0
  for (let index = 0; index < list.length && index < messages; index++) {
    sum += list[index]!.message.payload.length
    if (sum > bytes && index > 0) return index
  }
  return Math.min(list.length, messages)
}

function hash(text: string): number {
  let value = 0
  for (let index = 0; index < text.length; index++) value = (value * 31 + text.charCodeAt(index)) >>> 0
  return value
}
