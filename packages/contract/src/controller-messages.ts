import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { GenericName } from '@ohmstead/domain/fleet/generic-name'

/** The limits of EMS Link v1. A message above `recommendedBytes` still passes, one above `maximumBytes` never does. */
export const linkLimits = {
  recommendedBytes: 64 * 1024,
  maximumBytes: 256 * 1024,
  samplesPerMessage: 1_000,
  valuesPerSample: 256,
  textValueLength: 64,
  keyLength: 64,
  devices: 128,
  /** Names of devices ever seen in inventories and readings; rows of removed devices stay. */
  devicesEver: 1_000,
  openAlarms: 200,
  metricsPerDevice: 128,
  paramsPerDevice: 64,
  nameLength: 100,
  textLength: 500,
  /** A register above a terawatt-hour is broken, and its milliwatt-hours would exceed the exact integers. */
  largestNumber: 1e12,
  oldestMs: 400 * 86_400_000,
  aheadMs: 5 * 60_000,
} as const

/** Why the link refused something; counted per controller and shown to the person who has to fix it. */
export const refusalReasons = [
  'malformed',
  'oversized',
  'unsupported_version',
  'too_old',
  'in_future',
  'bad_time',
  'bad_key',
  'bad_value',
  'implausible',
  'too_many_samples',
  'too_many_values',
  'too_many_devices',
  'too_many_alarms',
  'too_many_waiting',
  'foreign_topic',
  'unknown_topic',
  'cloud_topic',
  'unknown_command',
  'bad_credentials',
  'duplicate_serial',
  'too_fast',
  'failed',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** How many, and a description of one case. */
export interface Refusal {
  reason: RefusalReason
  count: number
  detail: string
}

/** `seq` is set if it could still be read, so that the message can be acknowledged and is not sent forever. */
export type Refused = { ok: false; reason: RefusalReason; detail: string; seq?: number | undefined }
export type Decoded<Message> = { ok: true; message: Message } | Refused

export type ReadingValue = number | boolean | string | null

/** One instant of a controller: `ts` epoch ms, values by `<device>/<metric>` in the units of the canonical metrics. */
export interface ControllerSample {
  ts: number
  values: Record<string, ReadingValue>
}

/** `data` or `history`. `step` is set (seconds) if values are averages from `ts` on. */
export interface ReadingsMessage {
  seq: number | null
  step: number | null
  samples: ControllerSample[]
  /** What was dropped from `samples`: whole samples by their time, single values by key or value. */
  refused: Refusal[]
  /** How many samples were dropped; reported to the controller as `rejected`. */
  rejectedSamples: number
  /** The newest time in the message itself (epoch ms), including dropped samples; null without any. */
  newestGivenTs: number | null
}

export interface StatusMessage {
  online: boolean
  ts: number | null
  boot: string | null
}

export interface InfoMessage {
  kind: ControllerKind | null
  hwVersion: string | null
  osVersion: string | null
  softwareVersion: string | null
  ethernetIp: string | null
  wirelessIp: string | null
  mobileIp: string | null
  openVpnIp: string | null
  uplink: string | null
  rssi: number | null
  features: string[]
  /** The public half of the key with which it opens tunnels, as OpenSSH writes it. */
  sshKey: string | null
}

export interface DeviceParam {
  name: string
  type: 'number' | 'boolean' | 'text'
  unit: string | null
  min: number | null
  max: number | null
  step: number | null
  /** The only values that a text may have; null if it is free. */
  options: string[] | null
  value: ReadingValue
  rw: boolean
}

export interface InventoryDevice {
  id: string
  category: DeviceCategory
  name: string
  /** Its name is one that we chose for it: a new device gets it in the language of its owner. */
  generic?: GenericName
  model: string | null
  serial: string | null
  metrics: string[]
  params: DeviceParam[]
}

export interface InventoryMessage {
  rev: number | null
  devices: InventoryDevice[]
}

export type ControllerAlarmType = 'ERROR_COMMUNICATION' | 'ERROR' | 'OFF_GRID'

/** `ts` is the arrival time if the controller's own was missing or outside the accepted window. */
export interface EventMessage {
  id: string | null
  ts: number
  type: ControllerAlarmType
  state: 'raised' | 'cleared'
  device: string | null
  code: string
  text: string | null
}

export const replyStates = ['accepted', 'done', 'failed', 'rejected', 'expired'] as const
export type ReplyState = (typeof replyStates)[number]

export interface ReplyMessage {
  id: string
  ts: number | null
  state: ReplyState
  code: string | null
  text: string | null
  result: Record<string, unknown>
}

export type CommandOp =
  | 'set'
  | 'limit'
  | 'setpoint'
  | 'switch'
  | 'realtime'
  | 'refresh'
  | 'backup.create'
  | 'backup.restore'
  | 'update.check'
  | 'tunnel.open'
  | 'tunnel.close'
  | 'reboot'
  | 'unlink'

/** `cmd`: after `exp` (epoch ms) nothing is done and the answer is `expired`. */
export interface CommandMessage {
  v: 1
  id: string
  ts: number
  exp: number
  op: CommandOp
  args: Record<string, unknown>
}

/** `ack`: everything up to and including `seq` is stored, or never will be (`rejected` of the last hour). */
export interface AckMessage {
  v: 1
  seq: number
  rejected?: number
}

export interface PlanSlot {
  ts: number
  device: string
  mode: string
  power_min: number | null
  power_max: number | null
}

export interface PlanMessage {
  v: 1
  rev: number
  from: number
  until: number
  slots: PlanSlot[]
  fallback: string
}
