import type { Duplex } from 'node:stream'
import type { RefusalReason } from '@ohmstead/contract/controller-messages'
import type { CloudTopicKind } from '@ohmstead/contract/controller-topics'
import type { AccountsState, ControllerAccount, ControllerPassword } from './broker-credentials.ts'

/** One message of a controller, from the embedded broker, an external one or HTTP. */
export interface IncomingMessage {
  serial: string
  topic: string
  payload: Buffer
  /** Epoch ms. */
  arrivedAt: number
  /** Retained by the broker and sent again to a new subscriber: a state, but no sign of life. */
  isRetained: boolean
  /** Sent by the broker on behalf of a controller that died. */
  isWill: boolean
  /** Whether an `ack` may be published for it; the answer to a request is itself an acknowledgement. */
  wantsAck: boolean
  /** How far a P1 meter's clock is ahead (ms, negative if behind), measured on its telegrams; null without times. */
  meterOffsetMs?: number | null
  /** It waited for its controller to be linked: no sign of life. */
  hasWaited?: boolean
  /** Its sender is gone without an acknowledgement and will send it again, so it need not be stored. */
  isAbandoned(): boolean
}

/** Who is at the other end of a connection to the embedded broker. */
export interface MqttSender {
  address: string
  /** The common name of its verified certificate. */
  certificate: string | null
  /** The connection that counts as unauthenticated until it is known who it is. */
  counted: object
}

/** What the brokers need from the link. */
export interface LinkEndpoint {
  /** Resolves once the message is stored or permanently refused; only then is it acknowledged. Never rejects. */
  receive(message: IncomingMessage): Promise<void>
  /** Whether the broker should accept this controller; rejects while that is unknown. */
  authenticate(serial: string, password: string, address: string): Promise<boolean>
  refuse(serial: string, reason: RefusalReason, detail: string): void
  /** The last session of a controller ended without a will, in order. */
  handleSessionEnd(serial: string): void
  /** The controllers that may have a session; for a broker that has to subscribe to each. */
  findSerials(): Promise<string[]>
  /** Messages of the controller are received from now on; for a broker that has to subscribe to each. */
  handleReady(serial: string): void
  /** For a broker that keeps its own passwords. */
  findAccounts(): Promise<ControllerAccount[]>
}

/** How the broker is doing, as this process sees it. */
export interface BrokerState {
  kind: 'embedded' | 'external'
  isConnected: boolean
  /** Sessions of controllers; null if the broker does not say. */
  sessions: number | null
  /** Slots that this process reads; null without slots. */
  slots: number | null
  /** Messages taken from it and not acknowledged yet. */
  heldMessages: number
  /** Of controllers at a broker that keeps them itself; null at one that asks the database. */
  accounts: AccountsState | null
  /** The addresses of an external broker, as host and port, and whether sessions find an answer there. */
  nodes: readonly { node: string; isReachable: boolean }[]
}

/** What the link needs from a broker. */
export interface LinkTransport {
  /** Sends to a controller; nothing is queued for an offline one. */
  publish(serial: string, kind: CloudTopicKind, payload: string): void
  /** Sends to a foreign device of a controller, below `ext/`. */
  publishForeign(serial: string, path: string, payload: string): void
  /** Whether the controller has a session here; null if the broker does not say. */
  isConnected(serial: string): boolean | null
  /** A controller was added, re-keyed or revoked: sessions with old credentials end, new ones are expected. */
  refresh(serial: string): void
  /** Accepts a controller with this password, if the broker keeps its own passwords; null locks it out. */
  setPassword(serial: string, password: ControllerPassword | null): Promise<void>
  /** The same for many that have no sessions yet. */
  setPasswords(
    accounts: readonly (readonly [serial: string, password: ControllerPassword | null])[],
  ): Promise<void>
  /** The port of the embedded broker; null for an external one. */
  readonly port: number | null
  /** Where the embedded broker speaks TLS; null where it does not. */
  readonly tlsPort: number | null
  /** Takes an MQTT connection that came another way, as a stream; null for an external broker. */
  readonly accept: ((conn: Duplex, address: string) => void) | null
  findState(): BrokerState
  close(): Promise<void>
}
