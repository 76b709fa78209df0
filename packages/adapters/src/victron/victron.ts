import type {
  Adapter,
  AdapterAddress,
  AdapterSession,
  KnownState,
  Outgoing,
  Translation,
} from '../adapter.ts'
import { createDeviceBook } from '../device-book.ts'
import { readJsonObject, readName } from '../read-value.ts'
import { buildSiteBridge } from '../site-bridge.ts'
import { createTemporarySettings } from '../temporary-settings.ts'
import { createVictronCommands } from './victron-commands.ts'
import { victronMappings } from './victron-table.ts'
import { createVictronReader } from './victron-values.ts'

/** A GX device with Venus OS, whose broker in the house is bridged to ours. */
export const victron: Adapter = {
  kind: 'victron',
  title: 'Victron Venus OS',
  group: 'inverter',
  tried: 'protocol',
  controllerKind: 'GATEWAY',
  describeSetup: (address) => ({
    steps: ['open_configuration_file', 'paste_snippet', 'save_and_restart'],
    fields: [
      { name: 'mqtt_host', value: address.mqttHost },
      { name: 'mqtt_port', value: String(address.mqttPort) },
      { name: 'mqtt_user', value: address.serial },
      { name: 'mqtt_password', value: address.mqttPassword },
      { name: 'mqtt_topic', value: topicOf(address) },
    ],
    snippet: buildBridge(address),
    qr: null,
  }),
  mappings: victronMappings,
  openSession: openGx,
}

const topicOf = ({ serial }: AdapterAddress) => `ems/v1/${serial}/ext/victron/`

/** For mosquitto on any computer in the house: one bridge to the GX device, one to us. */
function buildBridge(address: AdapterAddress): string {
  return [
    'connection gx',
    'address venus.local:1883',
    'topic N/# in 0',
    'topic R/# out 0',
    'topic W/# out 0',
    'try_private false',
    '',
    ...buildSiteBridge(address, [
      `N/# out 1 "" ${topicOf(address)}`,
      `R/# in 1 "" ${topicOf(address)}`,
      `W/# in 1 "" ${topicOf(address)}`,
    ]),
  ].join('\n')
}

// It tells values only while it is asked to, at least every minute.
const keepAliveMs = 30_000
// In between only what changes is told; this often everything.
const tellAllMs = 300_000
const onlyChanges = JSON.stringify({ 'keepalive-options': ['suppress-republish'] })

function openGx(known: KnownState): AdapterSession {
  const book = createDeviceBook(known)
  const reader = createVictronReader(book)
  const commands = createVictronCommands(book, createTemporarySettings(book, known))
  let portal: string | null = null
  let keptAt = Number.NEGATIVE_INFINITY
  let toldAllAt = Number.NEGATIVE_INFINITY
  let isOffGrid: boolean | null = null

  function keepAlive(now: number): Outgoing[] {
    if (now - keptAt < keepAliveMs) return []
    keptAt = now
    const isAll = now - toldAllAt >= tellAllMs
    if (isAll) toldAllAt = now
    return [{ path: `R/${portal}/keepalive`, text: isAll ? '' : onlyChanges }]
  }

  function readGrid(mode: unknown, ts: number): Translation['events'] {
    if (typeof mode !== 'number' || isOffGrid === (mode === 2)) return undefined
    isOffGrid = mode === 2
    const state = isOffGrid ? ('raised' as const) : ('cleared' as const)
    return [{ ts, type: 'OFF_GRID', state, device: 'grid', code: 'victron', text: null }]
  }

  function readPath(path: string, value: unknown, now: number): Translation {
    reader.describe(path, value)
    const values = reader.read(path, value)
    const events = readGrid(values['grid/grid_mode'], now)
    const replies = commands.note(path, value)
    const info = readInfo(path, value)
    // Phases come one after the other: those of a second are one instant, and the last sum of it counts.
    const ts = now - (now % 1000)
    return {
      ...(Object.keys(values).length > 0 && { samples: [{ ts, values }] }),
      ...(events && { events }),
      ...(replies.length > 0 && { replies }),
      ...(info && { info }),
    }
  }

  return {
    // It falls silent a minute after the last one.
    tick: (now) => (portal === null ? {} : { outgoing: keepAlive(now) }),
    read({ path, text, arrivedAt, isRetained }) {
      const match = /^N\/([A-Za-z0-9]{1,32})\/(.{1,200})$/.exec(path)
      // Our own requests come back where a bridge takes everything.
      if (!match) return {}
      const [, from = '', rest = ''] = match
      portal ??= from
      if (from !== portal) return malformed(`a second GX device, ${from}, beside ${portal}`)
      const value = readValue(text)
      if (value === undefined) return malformed(`${rest.slice(0, 60)} is not {"value":…}`)
      if (isRetained) return {}
      const translation = readPath(rest, value, arrivedAt)
      const devices = book.takeChanged()
      const outgoing = [...commands.due(portal, arrivedAt), ...keepAlive(arrivedAt)]
      return { ...translation, ...(devices && { devices }), ...(outgoing.length > 0 && { outgoing }) }
    },
    command: (command) => (portal === null ? null : commands.translate(portal, command)),
  }
}

/** Null if the value is not valid, or its device is gone (an empty message); undefined for anything else. */
function readValue(text: string): unknown {
  if (text.trim() === '') return null
  const object = readJsonObject(text)
  return object && Object.hasOwn(object, 'value') ? (object.value ?? null) : undefined
}

function readInfo(path: string, value: unknown): Translation['info'] {
  if (path === 'platform/0/Firmware/Installed/Version' && readName(value) !== null)
    return { softwareVersion: readName(value) }
  if (path === 'platform/0/Device/Model' && readName(value) !== null) return { hwVersion: readName(value) }
  return undefined
}

const malformed = (detail: string): Translation => ({ refused: { ok: false, reason: 'malformed', detail } })
