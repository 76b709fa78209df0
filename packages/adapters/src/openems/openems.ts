import type {
  Adapter,
  AdapterAddress,
  AdapterSession,
  KnownState,
  Outgoing,
  Translation,
} from '../adapter.ts'
import { createDeviceBook } from '../device-book.ts'
import { isObject, readJsonObject, readName } from '../read-value.ts'
import { createTemporarySettings } from '../temporary-settings.ts'
import { createEdgeAlarms } from './openems-alarms.ts'
import { openemsMappings } from './openems-channels.ts'
import { createEdgeCommands } from './openems-commands.ts'
import { type EdgeConfig, readEdgeConfig } from './openems-config.ts'
import { callEdge, ownIds, refuseRequest, unwrap } from './openems-requests.ts'
import { createEdgeReader, declareDevice, stepMs } from './openems-values.ts'

/** OpenEMS Edge, whose Controller.Api.Backend opens a WebSocket and speaks JSON-RPC. */
export const openems: Adapter = {
  kind: 'openems',
  title: 'OpenEMS Edge',
  group: 'manager',
  tried: 'protocol',
  controllerKind: 'GATEWAY',
  webSocket: {
    path: '/link/v1/openems',
    secret: { header: 'apikey' },
    isExclusive: true,
    compresses: true,
    // The configuration of a large house, with the descriptions of all factories.
    maximumBytes: 2 * 1024 * 1024,
  },
  describeSetup: (address) => ({
    steps: ['open_device_page', 'one_backend_only', 'enter_values', 'save_and_restart'],
    fields: [
      { name: 'web_socket_address', value: socketOf(address) },
      { name: 'api_key', value: address.httpToken },
    ],
    snippet: null,
    qr: null,
  }),
  mappings: openemsMappings,
  openSession: openEdge,
}

const socketOf = ({ httpUrl }: AdapterAddress) => `${httpUrl.replace(/^http/, 'ws')}/link/v1/openems`

const askAgainMs = 60_000
const readings = { timestampedData: false, aggregatedData: true, resendData: true } as const
const isReadings = (method: unknown): method is keyof typeof readings =>
  typeof method === 'string' && Object.hasOwn(readings, method)

function openEdge(known: KnownState): AdapterSession {
  const book = createDeviceBook(known)
  const hadDevices = known.devices.some(({ id }) => id === 'bat')
  const reader = createEdgeReader(book, hadDevices)
  const alarms = createEdgeAlarms(book)
  const commands = createEdgeCommands(createTemporarySettings(book, known))
  let config: EdgeConfig | null = null
  let toldVersion: string | null = null
  let askedAt = Number.NEGATIVE_INFINITY

  function configure(params: unknown): Translation {
    const next = readEdgeConfig(params)
    if (!next) return malformed('edgeConfig without components')
    config = next
    for (const [id, role] of next.roles)
      if (role === 'charger' || role === 'consumer' || role === 'heat') declareDevice(book, id, next)
    for (const { device, param } of commands.configure(next)) {
      declareDevice(book, device, next)
      book.setParam(device, param)
    }
    return {}
  }

  function readReadings(method: keyof typeof readings, params: unknown, now: number): Translation {
    const isAverage = readings[method]
    const samples = reader.samples(params, config, now, isAverage)
    const events = isAverage ? [] : alarms.read(params, config)
    const version = findVersion(params)
    const isNewVersion = version !== null && version !== toldVersion
    if (isNewVersion) toldVersion = version
    return {
      ...(samples.length > 0 && { samples, isTimed: true, ...(isAverage && { step: stepMs / 1000 }) }),
      ...(events.length > 0 && { events }),
      ...(isNewVersion && { info: { softwareVersion: version } }),
    }
  }

  function readFrame(frame: Record<string, unknown>, now: number): Translation {
    const { id, method, params } = frame
    if (typeof method === 'string' && id !== undefined) return { outgoing: refuseRequest(id) }
    if (method === 'edgeConfig') return configure(params)
    if (isReadings(method)) return readReadings(method, params, now)
    // Logs, and whatever later versions tell.
    if (typeof method === 'string') return {}
    if (frame.result === undefined && frame.error === undefined)
      return malformed('a frame that is neither a notification nor an answer')
    if (id === ownIds.config && frame.result !== undefined) return configure(unwrap(frame))
    const reply = commands.answer(frame)
    return reply ? { replies: [reply] } : {}
  }

  /** It comes by itself when an Edge connects; a session that began later has to ask. */
  function askConfig(now: number): Outgoing[] {
    if (config || now - askedAt < askAgainMs) return []
    askedAt = now
    return [callEdge(ownIds.config, { method: 'getEdgeConfig', params: {} })]
  }

  return {
    read({ path, text, arrivedAt }) {
      if (path !== '') return {}
      const frame = readJsonObject(text)
      if (!frame) return malformed('not a JSON object')
      const translation = readFrame(frame, arrivedAt)
      if (translation.refused) return translation
      const outgoing = [
        ...(translation.outgoing ?? []),
        ...(isReadings(frame.method) ? askConfig(arrivedAt) : []),
        ...commands.due(arrivedAt),
      ]
      const devices = book.takeChanged()
      return { ...translation, ...(devices && { devices }), ...(outgoing.length > 0 && { outgoing }) }
    },
    command: (command) => commands.translate(command, isOurs),
  }

  function isOurs(device: unknown): boolean {
    if (typeof device !== 'string' || !book.has(device)) return false
    return ['grid', 'pv', 'bat', 'load', 'site'].includes(device) || config?.roles.has(device) === true
  }
}

function findVersion(params: unknown): string | null {
  for (const channels of isObject(params) ? Object.values(params) : []) {
    const version = isObject(channels) ? readName(channels['_meta/Version']) : null
    if (version !== null) return version
  }
  return null
}

const malformed = (detail: string): Translation => ({ refused: { ok: false, reason: 'malformed', detail } })
