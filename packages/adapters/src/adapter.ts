import type {
  CommandMessage,
  ControllerSample,
  EventMessage,
  InfoMessage,
  InventoryDevice,
  RefusalReason,
  Refused,
  ReplyState,
} from '@ohmstead/contract/controller-messages'
import type { LinkAddress } from '@ohmstead/domain/fleet/connection-settings'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { DeviceGroup, Proof, SettingName, SetupStep } from '@ohmstead/domain/fleet/device-setup'
import type { ChargingRecord, OpenCharging } from './charging-record.ts'
import type { MappedSource, SeenSource } from './mapped-source.ts'

/**
 * A kind of foreign device or hub: how it reaches us, what a person types into it, and how its messages become
 * readings in the canonical metrics. One folder each; `all-adapters.ts` lists them. It is pure: it gets messages and
 * returns what they mean, and what the device is to be sent. The guide is docs/adapters.md.
 */
export interface Adapter {
  /** Its name in topics, `ext/<kind>/…`, and in the database: lower case, never changed. */
  kind: string
  /** The name of the product, as its maker writes it; not translated. */
  title: string
  /** What its devices are, for people who choose from a list. */
  group: DeviceGroup
  /**
   * How it was proven: with a real device, with an unmodified program of others, with recorded messages, or by
   * nothing but the published protocol.
   */
  tried: Proof
  /** What kind of controller it makes. */
  controllerKind: 'P1_WIFI' | 'GATEWAY'
  /** Its ways in; MQTT needs no description, since every adapter is reached by `ext/<kind>/…`. */
  webSocket?: WebSocketEntrance
  http?: readonly HttpEntrance[]
  /** What a person types into the device; the secrets are part of `address`. */
  describeSetup(address: AdapterAddress): DeviceSetup
  /** What becomes of each of its values; for the documents, and where possible for the reader itself. */
  mappings: readonly MappingRow[]
  /** Of one controller, kept while its process lives; what a restart forgets must come again by itself. */
  openSession(known: KnownState): AdapterSession
}

/** What is stored of the controller. */
export interface KnownState {
  serial: string
  /** The devices that are known of this controller, of all its adapters. */
  devices: readonly InventoryDevice[]
  /** What a person chose for its sources; of adapters that cannot know what a value is. */
  mapping: readonly MappedSource[]
  /** The names that it has used so far, of all its adapters. */
  sources: readonly SeenSource[]
  /** The category that a person chose for a device (by its id) whose role the adapter can only guess. */
  roles: Readonly<Record<string, DeviceCategory>>
  /** Charging sessions that have begun and not ended. */
  charging: readonly OpenCharging[]
  /** What its WebSocket agreed on, of the entrance's protocols; null without one. */
  subProtocol: string | null
  /** IANA zone of its location, for local times of devices; null while it has no location. */
  timeZone: string | null
  /** How far back readings are stored (ms). */
  keptMs: number
}

/** A message as the device sent it. */
export interface ForeignMessage {
  /** What follows `ext/<kind>/` in the topic or address; empty for frames of a WebSocket. */
  path: string
  /** UTF-8. */
  text: string
  /** The same as it came; for formats whose checksum covers bytes. */
  bytes?: Uint8Array
  /** Epoch ms. */
  arrivedAt: number
  /** A broker's copy from earlier: tells a state, but nothing about now. */
  isRetained: boolean
  /** It may have waited in a bridge, so that the time of its arrival says nothing. */
  isDelayed?: boolean
}

export interface AdapterSession {
  /** What the device is asked when its WebSocket has opened, in order. */
  greet?(): Outgoing[]
  /** Never throws, whatever the message. */
  read(message: ForeignMessage): Translation
  /**
   * Called every few seconds: what time alone brings, as a life sign that is due or names that came in one burst. Only
   * `sources`, `replies` and `outgoing` of it count.
   */
  tick?(now: number): Pick<Translation, 'sources' | 'replies' | 'outgoing'>
  /**
   * What a command of the link becomes; null if it is for another device. One that this device cannot do is answered by
   * a `rejected` reply.
   */
  command?(command: CommandMessage): CommandTranslation | null
}

/** What a message means. Everything is optional: most messages carry only samples. */
export interface Translation {
  /** Values by `<device>/<metric>` in canonical units and signs. */
  samples?: ControllerSample[]
  /** Set (seconds) if the samples are averages from their time on: they are stored as history. */
  step?: number
  /** Whether the times of the samples are the device's own; those with the time of arrival are not kept after an outage. */
  isTimed?: boolean
  /** How far the device's clock is ahead (ms, negative if behind), where the samples do not show it as it is. */
  clockOffsetMs?: number | null
  /** Readings with their own, older time, such as a gas meter's of the last hour: they say nothing about now. */
  lateSamples?: ControllerSample[]
  /** Devices that are new or described differently than before, each completely. */
  devices?: InventoryDevice[]
  info?: Partial<InfoMessage>
  /** The device said that it is there, or its will that it is gone. */
  isOnline?: boolean
  events?: Omit<EventMessage, 'id'>[]
  replies?: CommandReply[]
  /** Sent once the samples are committed. */
  outgoing?: Outgoing[]
  /** All names of this adapter that a person can map; whenever one is new, and now and then for their newest values. */
  sources?: SeenSource[]
  /** What charging sessions are, as far as they are known now; kept before anything is answered. */
  charging?: ChargingRecord[]
  /** Parts that were left out, while the rest counts; shown to its owner like `refused`. */
  leftOut?: { reason: RefusalReason; detail: string; count?: number }[]
  /** Nothing of it was understood; counted at the controller and shown to its owner. */
  refused?: Refused
}

/** Something to send to the device: a frame of its WebSocket, or a message below `ext/<kind>/`. */
export interface Outgoing {
  /** Empty for frames of a WebSocket. */
  path: string
  text: string
}

export interface CommandReply {
  id: string
  state: ReplyState
  code: string | null
  text: string | null
}

export interface CommandTranslation {
  outgoing: Outgoing[]
  replies: CommandReply[]
}

/** The address of the link with the secrets of one controller. */
export interface AdapterAddress extends Omit<LinkAddress, 'webSocketUrl'> {
  serial: string
  mqttPassword: string
  httpToken: string
}

export interface DeviceSetup {
  /** What to do, in order. */
  steps: readonly SetupStep[]
  /** What to type. */
  fields: readonly { name: SettingName; value: string }[]
  /** Ready to paste into a file or a shell, instead of typing. */
  snippet: string | null
  /** What a QR code holds for devices that are set up by a phone; null for others, whose code holds what to paste or to type. */
  qr: string | null
}

/** A path of our WebSocket server. `:serial` and `:token` are parts of it that identify the sender. */
export interface WebSocketEntrance {
  path: string
  protocols?: readonly string[]
  /** Whether a controller has only one of them: the newest ends the one before. */
  isExclusive?: boolean
  /** Whether messages may be compressed. */
  compresses?: boolean
  /** The longest message, if longer ones than usual must pass, such as a hub's whole configuration. */
  maximumBytes?: number
  /** Where the secret is: in the path, in an HTTP header of this name, or as the password of Basic authentication. */
  secret: 'path' | 'basic' | { header: string }
}

/** A path of our HTTP server that imitates another one's. */
export interface HttpEntrance {
  method: 'GET' | 'POST'
  path: string
  /** The token of a request; null if it has none. */
  findToken(request: ForeignRequest): string | null
  /** The message in a request; null if there is none. */
  toMessage(request: ForeignRequest): Pick<ForeignMessage, 'path' | 'text'> | null
  /** What the device expects after a success. */
  answer: { status: number; type: string; text: string }
}

export interface ForeignRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>
  query: Readonly<Record<string, string | undefined>>
  body: string
}

/** A line of the table in the documents. */
export interface MappingRow {
  source: string
  /** `<device>/<metric>`; N for a number; empty for what a person chooses. */
  target: string
  /** 'x 1000', 'x -1', '1 on, 2 off' …; empty if the value stays as it is. */
  change: string
}
