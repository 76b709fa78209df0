import type { IncomingMessage } from '../../platform/mqtt/link-transport.ts'
import type { LinkContext } from './link-context.ts'
import type { Outcome } from './outcome.ts'

export interface Link {
  /** The port of the embedded broker; null with an external one. */
  readonly mqttPort: number | null
  /** The one ingest path, for messages that came another way than through a broker. */
  handle(message: IncomingMessage): Promise<Outcome>
  refuse: LinkContext['refuse']
  /** The controllers of a watched location are kept in real-time. */
  setWatched(locationId: number, isWatched: boolean): void
  /** Makes an external broker know a password; rejects with `unavailable` while it cannot be told. */
  setBrokerPassword(serial: string, password: string): Promise<void>
  removeBrokerPassword(serial: string): Promise<void>
  /**
   * Makes a controller that was added or re-keyed count everywhere. When this resolves, its old sessions have ended, so
   * that a new one is not mistaken for an old one, and its messages are heard.
   */
  announceCredentials(serial: string): Promise<void>
  /** Writes what is gathered in memory (refusals, last seen) now; for tests and for closing. */
  flush(): Promise<void>
  close(): Promise<void>
}
