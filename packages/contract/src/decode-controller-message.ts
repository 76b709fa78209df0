import { isControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import { type DeviceCategory, isDeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { type GenericName, isGenericKind } from '@ohmstead/domain/fleet/generic-name'
import {
  type ControllerAlarmType,
  type Decoded,
  type DeviceParam,
  type EventMessage,
  type InfoMessage,
  type InventoryDevice,
  type InventoryMessage,
  linkLimits,
  type ReadingValue,
  type Refused,
  type ReplyMessage,
  type ReplyState,
  replyStates,
  type StatusMessage,
} from './controller-messages.ts'
import {
  cleanObject,
  describe,
  isObject,
  namePattern,
  readInstant,
  readMessage,
  readNumber,
  readText,
} from './read-message.ts'

const { nameLength, textLength, keyLength } = linkLimits
const malformed = (detail: string): Refused => ({ ok: false, reason: 'malformed', detail })

/** Decodes `status`, including the will. */
export function decodeStatus(text: string): Decoded<StatusMessage> {
  const read = readMessage(text)
  if (!read.ok) return read
  const { online, ts, boot } = read.object
  if (typeof online !== 'boolean') return malformed('online is not true or false')
  return { ok: true, message: { online, ts: readInstant(ts), boot: readText(boot, keyLength) } }
}

/** Decodes `info`. Fields that are missing or of another type are null. */
export function decodeInfo(text: string): Decoded<InfoMessage> {
  const read = readMessage(text)
  if (!read.ok) return read
  const { object } = read
  const features = Array.isArray(object.features) ? object.features.slice(0, 32) : []
  return {
    ok: true,
    message: {
      kind: isControllerKind(object.kind) ? object.kind : null,
      hwVersion: readText(object.hwVersion, nameLength),
      osVersion: readText(object.osVersion, nameLength),
      softwareVersion: readText(object.softwareVersion, nameLength),
      ethernetIp: readText(object.ethernetIp, nameLength),
      wirelessIp: readText(object.wirelessIp, nameLength),
      mobileIp: readText(object.mobileIp, nameLength),
      openVpnIp: readText(object.openVpnIp, nameLength),
      uplink: readText(object.uplink, nameLength),
      rssi: readNumber(object.rssi),
      features: features.flatMap((feature) => readText(feature, keyLength) ?? []),
      sshKey: readText(object.sshKey, 200),
    },
  }
}

/** Decodes `inventory`. A device without a usable id, or listed twice, invalidates the message; an unknown category is OTHER. */
export const decodeInventory = (text: string) => decodeDevices(text, () => undefined)

/** Decodes what an adapter says of its devices: names of its own making are marked as such. */
export const decodeAdapterDevices = (text: string) => decodeDevices(text, readGenericName)

function decodeDevices(text: string, readGeneric: typeof readGenericName): Decoded<InventoryMessage> {
  const read = readMessage(text)
  if (!read.ok) return read
  const { rev, devices } = read.object
  if (!Array.isArray(devices)) return malformed('devices is not a list')
  if (devices.length > linkLimits.devices) {
    return {
      ok: false,
      reason: 'too_many_devices',
      detail: `${devices.length} devices, at most ${linkLimits.devices}`,
    }
  }
  const byId = new Map<string, InventoryDevice>()
  for (const item of devices as unknown[]) {
    const device = readDevice(item, readGeneric)
    if (!device) return malformed('a device has no id of letters, digits and _ . : -')
    if (byId.has(device.id)) return malformed(`the device id ${device.id} is used twice`)
    byId.set(device.id, device)
  }
  const isRevision = typeof rev === 'number' && Number.isInteger(rev) && Math.abs(rev) < 2 ** 31
  return { ok: true, message: { rev: isRevision ? rev : null, devices: [...byId.values()] } }
}

function readGenericName(value: unknown): GenericName | undefined {
  if (!isObject(value) || !isGenericKind(value.kind)) return undefined
  const { kind, number } = value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? { kind, number } : { kind }
}

function readDevice(item: unknown, readGeneric: typeof readGenericName): InventoryDevice | null {
  if (!isObject(item) || typeof item.id !== 'string' || !namePattern.test(item.id)) return null
  const category: DeviceCategory = isDeviceCategory(item.category) ? item.category : 'OTHER'
  const metrics = Array.isArray(item.metrics) ? item.metrics.slice(0, linkLimits.metricsPerDevice) : []
  const params = Array.isArray(item.params) ? item.params.slice(0, linkLimits.paramsPerDevice) : []
  const generic = readGeneric(item.generic)
  return {
    id: item.id,
    category,
    name: readText(item.name, nameLength) ?? item.id,
    ...(generic && { generic }),
    model: readText(item.model, nameLength),
    serial: readText(item.serial, nameLength),
    metrics: [
      ...new Set(
        metrics.filter((name): name is string => typeof name === 'string' && namePattern.test(name)),
      ),
    ],
    params: params.flatMap((param) => readParam(param) ?? []),
  }
}

function readParam(item: unknown): DeviceParam | null {
  if (!isObject(item) || typeof item.name !== 'string' || !namePattern.test(item.name)) return null
  const type = item.type === 'number' || item.type === 'boolean' ? item.type : 'text'
  return {
    name: item.name,
    type,
    unit: readText(item.unit, keyLength),
    min: readNumber(item.min),
    max: readNumber(item.max),
    step: readNumber(item.step),
    options: readOptions(item.options),
    value: readParamValue(item.value),
    rw: item.rw === true,
  }
}

const mostOptions = 64

function readOptions(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  const options = value
    .slice(0, mostOptions)
    .flatMap((option) => readText(option, linkLimits.textValueLength) ?? [])
  return options.length > 0 ? [...new Set(options)] : null
}

function readParamValue(value: unknown): ReadingValue {
  if (typeof value === 'boolean') return value
  return typeof value === 'number' ? readNumber(value) : readText(value, linkLimits.textValueLength)
}

const alarmTypes: readonly unknown[] = ['ERROR_COMMUNICATION', 'ERROR', 'OFF_GRID']

/**
 * Decodes `event`. An alarm matters more than its clock: a time that is missing or outside the accepted window
 * becomes `now`, the arrival.
 */
export function decodeEvent(text: string, now: number): Decoded<EventMessage> {
  const read = readMessage(text)
  if (!read.ok) return read
  const { object } = read
  if (!alarmTypes.includes(object.type))
    return malformed(`type is ${describe(object.type)}, not one of ${alarmTypes.join(', ')}`)
  if (object.state !== 'raised' && object.state !== 'cleared')
    return malformed('state is not raised or cleared')
  if (object.device != null && (typeof object.device !== 'string' || !namePattern.test(object.device))) {
    return malformed(`device is ${describe(object.device)}`)
  }
  const ts = readInstant(object.ts)
  const isInWindow = ts !== null && ts >= now - linkLimits.oldestMs && ts <= now + linkLimits.aheadMs
  return {
    ok: true,
    message: {
      id: readText(object.id, keyLength),
      ts: isInWindow ? ts : now,
      type: object.type as ControllerAlarmType,
      state: object.state,
      device: object.device ?? null,
      code: readText(object.code, keyLength) ?? '',
      text: readText(object.text, textLength),
    },
  }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Decodes `reply`. */
export function decodeReply(text: string): Decoded<ReplyMessage> {
  const read = readMessage(text)
  if (!read.ok) return read
  const { object } = read
  if (typeof object.id !== 'string' || !uuidPattern.test(object.id))
    return malformed('id is not the id of a command')
  if (!(replyStates as readonly unknown[]).includes(object.state))
    return malformed(`state is ${describe(object.state)}`)
  return {
    ok: true,
    message: {
      id: object.id.toLowerCase(),
      ts: readInstant(object.ts),
      state: object.state as ReplyState,
      code: readText(object.code, keyLength),
      text: readText(object.text, textLength),
      result: cleanObject(object.result),
    },
  }
}
