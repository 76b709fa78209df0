import type { QueuedMessage } from '../readings/ingest-queue.ts'

/** Readable readings of a controller that nobody has linked yet. */
export interface UnlinkedMessage {
  queued: QueuedMessage
  controllerId: number
  isReleased: boolean
  seq: number | null
}

export interface WaitingRoom {
  /** Keeps readings until their controller is linked, the newest of each controller, and then settles them. */
  keep(unlinked: readonly UnlinkedMessage[]): Promise<void>
}
