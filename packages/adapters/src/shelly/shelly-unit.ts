import type { ControllerSample, InfoMessage } from '@ohmstead/contract/controller-messages'
import type { KnownState, Translation } from '../adapter.ts'
import type { DeviceBook } from '../device-book.ts'
import { isObject, readFinite, readName } from '../read-value.ts'
import { guessRole, readRole } from './shelly-roles.ts'
import { parseComponent, readComponent, readTotal } from './shelly-values.ts'

type Json = Record<string, unknown>

/** One device of the maker: what is known of it, and how what it tells becomes devices and values. */
export interface Unit {
  id: string
  /** Where it is in the topics; null over a WebSocket. */
  prefix: string | null
  isOnline: boolean
  /** When all of its values were last asked for. */
  askedAt: number
  config: Json
  model: string | null
  mac: string | null
  /** Keys of its components that were seen, `em:0`. */
  components: Set<string>
  /** Whether it measures or switches, and so has a temperature of its own. */
  isMeter: boolean
  returnedWh: Map<string, number>
  /** The open errors of its components, as text. */
  errors: Map<string, string>
}

export const createUnit = (id: string, prefix: string | null): Unit => ({
  ...{ id, prefix, isOnline: true, askedAt: Number.NEGATIVE_INFINITY, config: {}, model: null, mac: null },
  ...{ components: new Set(), isMeter: false, returnedWh: new Map(), errors: new Map() },
})

export const mostUnits = 32
const mostComponents = 32

export function createReader(book: DeviceBook, known: KnownState) {
  let gridId = known.devices.find(({ category }) => category === 'GRID')?.id ?? null

  function declare(unit: Unit, key: string): void {
    const component = parseComponent(key)!
    const id = deviceId(unit, key)
    const own = readName(configOf(unit, key).name)
    const named = own ?? readName(read(unit.config, 'sys', 'device').name)
    const role = (named === null ? null : readRole(named)) ?? book.find(id)?.category
    const category = role ?? guessRole(component, gridId !== null && gridId !== id)
    if (category === 'GRID') gridId ??= id
    book.declare(id, {
      category,
      name: own ?? nameOf(unit, key, named) ?? book.find(id)?.name ?? `${unit.id} ${key}`,
      ...(unit.model !== null && { model: unit.model }),
      ...(unit.mac !== null && { serial: unit.mac }),
    })
  }

  function readErrors(unit: Unit, key: string, status: Json, isFull: boolean, ts: number) {
    if (!isFull && !Array.isArray(status.errors)) return []
    const text = (Array.isArray(status.errors) ? status.errors : [])
      .flatMap((error) => readName(error, 40) ?? [])
      // A meter without a load is not broken.
      .filter((error) => error !== 'no_load')
      .slice(0, 10)
      .join(', ')
    if (text === unit.errors.get(key)) return []
    unit.errors.set(key, text)
    const state = text === '' ? ('cleared' as const) : ('raised' as const)
    return [
      { ts, type: 'ERROR' as const, state, device: deviceId(unit, key), code: 'shelly', text: text || null },
    ]
  }

  return {
    /** The values of all components in a status; `isFull` if nothing is left out. */
    status(unit: Unit, status: Json, time: { ts: number; isTimed: boolean }, isFull: boolean): Translation {
      const values: ControllerSample['values'] = {}
      const events: NonNullable<Translation['events']> = []
      unit.isMeter ||= Object.keys(status).some((key) => /^(em1?|pm1|switch|cover|light):/.test(key))
      for (const [name, part] of Object.entries(status)) {
        const component = parseComponent(name)
        if (!component || !isObject(part)) continue
        // The temperature inside of a meter says nothing of the house; that of an add-on has a number from 100 on.
        if (component.type === 'temperature' && component.number < 100 && unit.isMeter) continue
        const key = `${component.type}:${component.number}`
        if (!unit.components.has(key) && unit.components.size >= mostComponents) continue
        const id = deviceId(unit, key)
        if (!unit.components.has(key) && isEmpty(name, part)) continue
        if (!unit.components.has(key) || !book.has(id)) {
          unit.components.add(key)
          declare(unit, key)
        }
        const device = book.find(id)
        if (!device) continue
        const returned = readTotal(part.ret_aenergy)
        if (returned !== null) unit.returnedWh.set(key, returned)
        const returnedWh = unit.returnedWh.get(key)
        const read = readComponent(name, part, { category: device.category, returnedWh })
        for (const [metric, value] of Object.entries(read)) {
          book.noteMetric(id, metric)
          values[`${id}/${metric}`] = value
        }
        if (component.type === 'cover') setPosition(book, id, part)
        if (!component.isData) events.push(...readErrors(unit, key, part, isFull, time.ts))
      }
      const info = readInfo(status)
      return {
        ...(Object.keys(values).length > 0 && {
          samples: [{ ts: time.ts, values }],
          isTimed: time.isTimed,
        }),
        ...(events.length > 0 && { events }),
        ...(info && { info }),
      }
    },
    /** What `Shelly.GetDeviceInfo` answers. */
    info(unit: Unit, result: Json): Translation {
      unit.model = readName(result.model) ?? readName(result.app)
      unit.mac = readName(result.mac)
      const version = readName(result.ver)
      describeAll(unit)
      return {
        ...(version !== null && { info: { softwareVersion: version, hwVersion: unit.model } }),
      }
    },
    /** What `Shelly.GetConfig` answers. */
    config(unit: Unit, result: Json): Translation {
      unit.config = Object.fromEntries(
        Object.entries(result).filter(([key]) => parseComponent(key) !== null || key === 'sys'),
      )
      describeAll(unit)
      for (const key of unit.components) setReverse(book, unit, key)
      return {}
    },
  }

  function describeAll(unit: Unit): void {
    for (const key of unit.components) declare(unit, key)
  }
}

/** Inputs and outputs that only exist are no devices. */
const isEmpty = (name: string, part: Json) =>
  part.current_pos === undefined &&
  Object.keys(readComponent(name, part, { category: 'OTHER', returnedWh: undefined })).length === 0

export const deviceId = (unit: Unit, key: string) => `${unit.id}.${key.replace(':', '')}`

const configOf = (unit: Unit, key: string) => read(unit.config, key)

/** An object inside of others; empty if there is none. */
function read(object: Json, ...path: string[]): Json {
  let found = object
  for (const name of path) {
    const next = Object.hasOwn(found, name) ? found[name] : null
    if (!isObject(next)) return {}
    found = next
  }
  return found
}

/** A device with several channels of a kind numbers them after its own name. */
function nameOf(unit: Unit, key: string, deviceName: string | null): string | null {
  if (deviceName === null) return null
  const [type, number] = key.split(':')
  const isOne = Object.keys(unit.config).filter((other) => other.startsWith(`${type}:`)).length <= 1
  return isOne ? deviceName : `${deviceName} ${Number(number) + 1}`
}

const blank = { unit: null, min: null, max: null, step: null, options: null, rw: true } as const

function setPosition(book: DeviceBook, id: string, { current_pos: position }: Json): void {
  const value = readFinite(position)
  if (value === null) return
  const range = { unit: '%', min: 0, max: 100, step: 1 }
  book.setParam(id, { ...blank, ...range, name: 'position', type: 'number', value })
}

/** A clamp that was put on the wrong way round is turned in the device's own settings. */
function setReverse(book: DeviceBook, unit: Unit, key: string): void {
  const { reverse } = configOf(unit, key)
  const id = deviceId(unit, key)
  if (typeof reverse === 'boolean')
    book.setParam(id, { ...blank, name: 'reverse', type: 'boolean', value: reverse })
  else if (isObject(reverse) && key.startsWith('em:'))
    for (const phase of ['a', 'b', 'c'])
      book.setParam(id, {
        ...{ ...blank, name: `reverse_${phase}`, type: 'boolean' },
        value: reverse[phase] === true,
      })
}

function readInfo(status: Json): Partial<InfoMessage> | null {
  const wifi = read(status, 'wifi')
  const info: Partial<InfoMessage> = {}
  if (readName(wifi.sta_ip, 45) !== null) info.wirelessIp = readName(wifi.sta_ip, 45)
  if (readName(read(status, 'eth').ip, 45) !== null) info.ethernetIp = readName(read(status, 'eth').ip, 45)
  const rssi = readFinite(wifi.rssi)
  if (rssi !== null && rssi < 0) info.rssi = Math.round(rssi)
  return Object.keys(info).length > 0 ? info : null
}
