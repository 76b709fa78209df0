import type { CommandMessage, ControllerSample, InfoMessage } from '@ohmstead/contract/controller-messages'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type {
  Adapter,
  AdapterSession,
  CommandReply,
  CommandTranslation,
  KnownState,
  Translation,
} from '../adapter.ts'
import { findRole } from '../device-book.ts'
import { flattenJson } from '../flatten-json.ts'
import { createNamedSession, type NamedValue } from '../named-session.ts'
import { isObject, readJsonObject, readName, toDeviceId } from '../read-value.ts'
import { energyRows, readEnergyBlock } from './tasmota-energy.ts'

/** Tasmota's own MQTT, with our topic in front of its prefix. Meters read by scripts (SML) are sources to map. */
export const tasmota: Adapter = {
  kind: 'tasmota',
  title: 'Tasmota',
  group: 'plug',
  tried: 'messages',
  controllerKind: 'GATEWAY',
  describeSetup: ({ serial, mqttHost, mqttPort, mqttPassword, isMqttTls }) => ({
    steps: ['open_device_page', 'run_command'],
    fields: [
      { name: 'mqtt_host', value: mqttHost },
      { name: 'mqtt_port', value: String(mqttPort) },
      { name: 'mqtt_tls', value: isMqttTls ? '1' : '0' },
      { name: 'mqtt_user', value: serial },
      { name: 'mqtt_password', value: mqttPassword },
      { name: 'mqtt_topic', value: fullTopicOf(serial) },
    ],
    snippet: `Backlog MqttHost ${mqttHost}; MqttPort ${mqttPort}; MqttUser ${serial}; MqttPassword ${mqttPassword}; SetOption103 ${isMqttTls ? 1 : 0}; FullTopic ${fullTopicOf(serial)}; TelePeriod 10\n`,
    qr: null,
  }),
  mappings: [
    ...energyRows,
    { source: 'tele/<topic>/STATE, stat/<topic>/RESULT POWER', target: '<topic>/on', change: 'ON, OFF' },
    { source: 'other blocks, as of SML meters', target: '', change: '' },
  ],
  openSession: openTasmota,
}

const fullTopicOf = (serial: string) => `ems/v1/${serial}/ext/tasmota/%prefix%/%topic%/`

const mostTopics = 64

interface Waiting {
  id: string
  value: string
}

function openTasmota(known: KnownState): AdapterSession {
  const session = createNamedSession(known, 'tasmota')
  const { book } = session
  /** By the id of a device: its topic, whether it is there, and the command that waits for its answer. */
  const topics = new Map<string, { topic: string; isOnline: boolean }>()
  const waiting = new Map<string, Waiting>()
  const names = new Map<string, string>()

  function findTopic(topic: string): string | null {
    const id = toDeviceId(topic)
    const held = topics.get(id)
    if (held) return held.topic === topic ? id : null
    if (topics.size >= mostTopics) return null
    topics.set(id, { topic, isOnline: true })
    return id
  }

  const categoryOf = (id: string): DeviceCategory => findRole(known.roles, id) ?? 'OTHER'

  function declare(id: string, more: { name?: string; model?: string } = {}): void {
    // Once in a session, since its category may have been chosen meanwhile.
    if (names.has(id) && more.name === undefined && more.model === undefined) return
    const before = known.devices.find((device) => device.id === id)
    const name = more.name ?? names.get(id) ?? before?.name ?? id
    names.set(id, name)
    book.declare(id, {
      category: categoryOf(id),
      name,
      ...(more.model !== undefined && { model: more.model }),
    })
  }

  /** Whether relays are on, and what that confirms. */
  function readRelays(id: string, object: Record<string, unknown>) {
    const values: ControllerSample['values'] = {}
    const replies: CommandReply[] = []
    for (const [name, state] of Object.entries(object)) {
      if (!/^POWER[1-8]?$/.test(name) || (state !== 'ON' && state !== 'OFF')) continue
      declare(id)
      const isOn = state === 'ON'
      const isFirst = name === 'POWER' || name === 'POWER1'
      if (isFirst && (categoryOf(id) === 'OTHER' || categoryOf(id) === 'HVAC')) {
        values[`${id}/on`] = isOn
        book.noteMetric(id, 'on')
      }
      book.setParam(id, { ...relay, name, value: isOn })
      const command = waiting.get(`${id} ${isFirst ? 'POWER' : name}`)
      if (command?.value !== state) continue
      waiting.delete(`${id} ${isFirst ? 'POWER' : name}`)
      replies.push({ id: command.id, state: 'done', code: null, text: null })
    }
    return { values, replies }
  }

  function readSensors(id: string, topic: string, object: Record<string, unknown>) {
    const found: NamedValue[] = []
    let values: ControllerSample['values'] = {}
    for (const [block, content] of Object.entries(object)) {
      const name = readName(block, 40)
      if (name === null || /^(Status|Info\d|Wifi$)/.test(block) || !isObject(content)) continue
      if (block === 'ENERGY') {
        declare(id)
        values = readEnergyBlock(content, id, categoryOf(id))
        for (const key of Object.keys(values)) book.noteMetric(id, key.slice(id.length + 1))
        continue
      }
      for (const leaf of flattenJson(content))
        if (leaf.text !== '')
          found.push({
            name: `${topic}/${name}:${leaf.path}`,
            text: leaf.text,
            ...(leaf.unit !== null && { hints: { unit: leaf.unit } }),
          })
    }
    return { values, found }
  }

  function readInfo(id: string, object: Record<string, unknown>): Partial<InfoMessage> {
    const inner = [object.Info1, object.StatusFWR].find(isObject) ?? {}
    const status = isObject(object.Status) ? object.Status : {}
    const [friendly] = Array.isArray(status.FriendlyName) ? status.FriendlyName : []
    const name = readName(status.DeviceName) ?? readName(friendly)
    const model = readName(inner.Module)
    if (name !== null || model !== null)
      declare(id, { ...(name !== null && { name }), ...(model !== null && { model }) })
    const version = readName(inner.Version)
    return version === null ? {} : { softwareVersion: version }
  }

  function readPresence(id: string, text: string): Translation {
    const held = topics.get(id)
    if (!held || (text !== 'Online' && text !== 'Offline')) return {}
    held.isOnline = text === 'Online'
    if (held.isOnline) return { isOnline: true }
    // One of several devices is gone; the way to the others is not.
    return [...topics.values()].some(({ isOnline }) => isOnline) ? {} : { isOnline: false }
  }

  return {
    tick: session.tick,
    read(message) {
      const place = readPlace(message.path)
      if (!place) return unknownTopic
      const id = findTopic(place.topic)
      if (id === null) return unknownTopic
      if (place.last === 'LWT') return readPresence(id, message.text)
      const bare = /^POWER[1-8]?$/.test(place.last) ? { [place.last]: message.text } : null
      const object = bare ?? readJsonObject(message.text)
      if (!object) return malformed
      const parts = [object, object.StatusSNS, object.StatusSTS].filter(isObject)
      const sensors = parts.map((part) => readSensors(id, place.topic, part))
      const relays = parts.map((part) => readRelays(id, part))
      const info = readInfo(id, object)
      const values = Object.assign({}, ...[...sensors, ...relays].map((part) => part.values))
      const replies = relays.flatMap((part) => part.replies)
      return {
        ...session.translate(
          message,
          sensors.flatMap(({ found }) => found),
          values,
        ),
        ...(Object.keys(info).length > 0 && { info }),
        ...(replies.length > 0 && { replies }),
      }
    },
    command(command) {
      const { device } = command.args
      const held = typeof device === 'string' ? topics.get(device) : undefined
      if (held && book.has(String(device))) return switchRelay(command, held.topic, String(device), waiting)
      return session.reject(command)
    },
  }
}

const relay = {
  ...{ type: 'boolean' as const, unit: null, min: null, max: null, step: null, options: null, rw: true },
}
const unknownTopic: Translation = {
  refused: { ok: false, reason: 'unknown_topic', detail: 'expected tele/<topic>/… or stat/<topic>/…' },
}
const malformed: Translation = { refused: { ok: false, reason: 'malformed', detail: 'no JSON object' } }

/** The topic of the device and the last part; in both orders that people set. Between them may be further parts. */
function readPlace(path: string): { topic: string; last: string } | null {
  const parts = path.split('/')
  const last = parts.pop() ?? ''
  const prefix = parts.findIndex((part) => part === 'tele' || part === 'stat')
  if (prefix === -1 || parts.length < 2 || parts.length > 5) return null
  const topic = readName(parts.toSpliced(prefix, 1).join('/'), 60)
  // Commands go back by the topic: no wildcard, and nothing that leads elsewhere.
  return topic !== null && /^[\w .:/-]+$/.test(topic) ? { topic, last } : null
}

function switchRelay(
  { id, op, args }: CommandMessage,
  topic: string,
  device: string,
  waiting: Map<string, Waiting>,
): CommandTranslation {
  const isOn = op === 'switch' ? args.on : args.value
  const name = op === 'switch' ? 'POWER' : String(args.param)
  if ((op !== 'switch' && op !== 'set') || typeof isOn !== 'boolean' || !/^POWER[1-8]?$/.test(name))
    return { outgoing: [], replies: [{ id, state: 'rejected', code: 'not_supported', text: null }] }
  const value = isOn ? 'ON' : 'OFF'
  const key = `${device} ${name === 'POWER1' ? 'POWER' : name}`
  waiting.set(key, { id, value })
  return {
    outgoing: [{ path: `cmnd/${topic}/${name}`, text: value }],
    replies: [{ id, state: 'accepted', code: null, text: null }],
  }
}
