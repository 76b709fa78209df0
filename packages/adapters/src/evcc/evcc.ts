import type { CommandMessage, ControllerSample } from '@ohmstead/contract/controller-messages'
import type { Adapter, AdapterSession, CommandTranslation, KnownState, Translation } from '../adapter.ts'
import { createDeviceBook } from '../device-book.ts'
import { createPathTable, describeRows } from '../path-table.ts'
import { readMetricText, readName } from '../read-value.ts'
import { declareDevice, findParam, findParamPath, readParam } from './evcc-devices.ts'
import { evccRows } from './evcc-table.ts'

/** evcc, over its own MQTT output with our root topic; each of its values has a topic of its own. */
export const evcc: Adapter = {
  kind: 'evcc',
  title: 'evcc',
  group: 'manager',
  tried: 'messages',
  controllerKind: 'GATEWAY',
  describeSetup: (address) => ({
    steps: ['open_configuration_file', 'paste_snippet', 'save_and_restart'],
    fields: [
      { name: 'mqtt_address', value: brokerOf(address) },
      { name: 'mqtt_topic', value: `ems/v1/${address.serial}/ext/evcc` },
      { name: 'mqtt_user', value: address.serial },
      { name: 'mqtt_password', value: address.mqttPassword },
    ],
    snippet: [
      'mqtt:',
      `  broker: ${brokerOf(address)}`,
      `  topic: ems/v1/${address.serial}/ext/evcc`,
      `  user: ${address.serial}`,
      `  password: ${address.mqttPassword}`,
      '',
    ].join('\n'),
    qr: null,
  }),
  mappings: [
    ...describeRows(evccRows),
    {
      source: 'loadpoints/N/connected, charging',
      target: 'evN/ev_status',
      change: '0 free, 1 connected, 2 charging',
    },
  ],
  openSession: openEvcc,
}

const brokerOf = (address: { mqttHost: string; mqttPort: number; isMqttTls: boolean }) =>
  `${address.isMqttTls ? 'tls://' : ''}${address.mqttHost}:${address.mqttPort}`

const findRow = createPathTable(evccRows)

function openEvcc(known: KnownState): AdapterSession {
  const book = createDeviceBook(known)
  const plugs = new Map<string, { connected: boolean; charging: boolean }>()
  /** Commands waiting for the topic that shows their value, by path. */
  const waiting = new Map<string, { id: string; value: string }>()

  function readStatus(path: string, text: string): { key: string; value: number } | null {
    const match = /^loadpoints\/(\d{1,4})\/(connected|charging)$/.exec(path)
    if (!match || (text !== 'true' && text !== 'false')) return null
    const id = `ev${match[1]}`
    const plug = { connected: false, charging: false, ...plugs.get(id), [match[2]!]: text === 'true' }
    plugs.set(id, plug)
    declareDevice(book, id)
    return { key: `${id}/ev_status`, value: plug.charging ? 2 : plug.connected ? 1 : 0 }
  }

  function readValues(path: string, text: string): ControllerSample['values'] | null {
    const status = readStatus(path, text)
    if (status) return { [status.key]: status.value }
    const found = findRow(path)
    if (!found) return null
    declareDevice(book, found.device)
    book.noteMetric(found.device, found.metric)
    return { [`${found.device}/${found.metric}`]: readMetricText(found.metric, text, found.factor) }
  }

  function confirm(path: string, text: string): Translation['replies'] {
    const command = waiting.get(path)
    if (!command || command.value !== text) return undefined
    waiting.delete(path)
    return [{ id: command.id, state: 'done', code: null, text: null }]
  }

  return {
    read({ path, text, arrivedAt, isRetained }) {
      if (path === 'status') return { isOnline: text === 'online' }
      if (path === 'version' && readName(text) !== null) return { info: { softwareVersion: readName(text) } }
      const title = /^loadpoints\/(\d{1,4})\/title$/.exec(path)?.[1]
      if (title !== undefined && readName(text) !== null)
        book.declare(`ev${title}`, { category: 'EV_CHARGER', name: readName(text)! })
      const values = readValues(path, text)
      const setting = findParam(path)
      if (setting) {
        declareDevice(book, setting.device)
        book.setParam(setting.device, { ...setting.param, value: readParam(setting.param, text) })
      }
      const replies = confirm(path, text)
      const devices = book.takeChanged()
      return {
        ...(values && !isRetained && { samples: [{ ts: arrivedAt, values }] }),
        ...(devices && { devices }),
        ...(replies && { replies }),
      }
    },
    command: (command) => translateCommand(command, waiting),
  }
}

const mostWaiting = 100
const isOfEvcc = (device: unknown) =>
  typeof device === 'string' && /^(grid|pv|bat|home|ev\d{1,4})$/.test(device)

function translateCommand(
  { id, op, args }: CommandMessage,
  waiting: Map<string, { id: string; value: string }>,
): CommandTranslation | null {
  if (!isOfEvcc(args.device)) return null
  const device = String(args.device)
  const asked =
    op === 'set'
      ? { name: String(args.param), value: String(args.value) }
      : { name: 'mode', value: args.on === true ? 'now' : 'off' }
  const path = op === 'set' || op === 'switch' ? findParamPath(device, asked.name) : null
  if (path === null)
    return { outgoing: [], replies: [{ id, state: 'rejected', code: 'not_supported', text: null }] }
  // Of a value that evcc never shows nothing more is expected.
  if (!waiting.has(path) && waiting.size >= mostWaiting) waiting.delete(waiting.keys().next().value!)
  waiting.set(path, { id, value: asked.value })
  return {
    outgoing: [{ path: `${path}/set`, text: asked.value }],
    replies: [{ id, state: 'accepted', code: null, text: null }],
  }
}
