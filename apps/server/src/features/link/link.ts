import type { ControllerSample } from '@ohmstead/contract/controller-messages'
import type { ControllerPassword } from '../../platform/mqtt/broker-credentials.ts'
import type { BrokerState, IncomingMessage, LinkTransport } from '../../platform/mqtt/link-transport.ts'
import type { ForeignConnection } from './foreign/foreign-messages.ts'
import type { Speaker } from './foreign/held-sessions.ts'
import type { LinkContext } from './link-context.ts'
import type { Outcome } from './outcome.ts'

export interface Link {
  /** The port of the embedded broker; null with an external one. */
  readonly mqttPort: number | null
  /** Where it speaks TLS; null where it does not. */
  readonly mqttTlsPort: number | null
  /** Takes an MQTT connection that came over HTTP; null with an external broker. */
  readonly acceptMqtt: LinkTransport['accept']
  /** The one ingest path, for messages that did not come through a broker. */
  handle(message: IncomingMessage): Promise<Outcome>
  /** A foreign device opened a WebSocket, which `end` closes once its credentials are void. */
  openForeign(serial: string, speaker: Speaker, end: () => void): ForeignConnection
  refuse: LinkContext['refuse']
  /** Stores readings that its sources had before somebody said what they are, at their own times; never rejects. */
  storeSeen(serial: string, samples: readonly ControllerSample[]): Promise<void>
  /** Stores what a controller sent before it was linked; never rejects. */
  storeWaiting(serial: string): Promise<void>
  /** The same for controllers whose process died before it was done. */
  storeLeft(): Promise<void>
  /** Keeps the controllers of a watched location in real-time. */
  setWatched(locationId: number, isWatched: boolean): void
  /** Keeps the newest messages of a controller while somebody looks; to be repeated. */
  watchMessages(serial: string): Promise<void>
  /** Sets a password at an external broker; rejects with `unavailable` while it is unreachable. */
  setBrokerPassword(serial: string, password: ControllerPassword): Promise<void>
  removeBrokerPassword(serial: string): Promise<void>
  /** The same for many controllers that have no sessions yet. */
  setBrokerPasswords(
    accounts: readonly (readonly [serial: string, password: ControllerPassword])[],
  ): Promise<void>
  removeBrokerPasswords(serials: readonly string[]): Promise<void>
  /**
   * Makes an added or re-keyed controller known everywhere. When this resolves, its old sessions have ended, so
   * that a new one is not mistaken for an old one, and its messages are received.
   */
  announceCredentials(serial: string): Promise<void>
  findBrokerState(): BrokerState
  /** Messages of readings: stored since the start, and waiting for the database now. */
  findCounts(): { stored: number; waiting: number }
  /** Writes what is collected in memory (refusals, last seen) now; for tests and for closing. */
  flush(): Promise<void>
  close(): Promise<void>
}
