import type { ControllerSample } from '@ohmstead/contract/controller-messages'
import type { Adapter, AdapterSession, KnownState, MappingRow } from '../adapter.ts'
import { createDeviceBook } from '../device-book.ts'
import { isObject, readFinite, readJsonObject, readName, readNumberText, scale } from '../read-value.ts'

/** One value from one or the difference of two, in from and out to the grid. */
interface AmsRow {
  names: readonly [inward: string, outward?: string]
  metric: string
  factor: number
}

const rows: readonly AmsRow[] = [
  { names: ['P', 'PO'], metric: 'power', factor: 1 },
  { names: ['Q', 'QO'], metric: 'reactive_power', factor: 1 },
  { names: ['tPI'], metric: 'energy_import', factor: 1000 },
  { names: ['tPO'], metric: 'energy_export', factor: 1000 },
  { names: ['tPIT1'], metric: 'energy_import_t1', factor: 1000 },
  { names: ['tPIT2'], metric: 'energy_import_t2', factor: 1000 },
  { names: ['tPOT1'], metric: 'energy_export_t1', factor: 1000 },
  { names: ['tPOT2'], metric: 'energy_export_t2', factor: 1000 },
  { names: ['PF'], metric: 'power_factor', factor: 1 },
  ...[1, 2, 3].flatMap((phase): AmsRow[] => [
    { names: [`P${phase}`, `PO${phase}`], metric: `power_l${phase}`, factor: 1 },
    { names: [`U${phase}`], metric: `voltage_l${phase}`, factor: 1 },
    { names: [`I${phase}`], metric: `current_l${phase}`, factor: 1 },
  ]),
]

/** The AMS reader and its relatives (Pow-P1 and others of the same firmware), over MQTT in JSON. */
export const ams: Adapter = {
  kind: 'ams',
  title: 'AMS reader, Pow-P1',
  group: 'meter',
  tried: 'messages',
  controllerKind: 'P1_WIFI',
  describeSetup: ({ serial, mqttHost, mqttPort, isMqttTls, mqttPassword }) => ({
    steps: ['open_device_page', 'enable_mqtt', 'enter_values', 'save_and_restart'],
    fields: [
      { name: 'mqtt_host', value: mqttHost },
      { name: 'mqtt_port', value: String(mqttPort) },
      ...(isMqttTls ? [{ name: 'mqtt_tls' as const, value: '✓' }] : []),
      { name: 'mqtt_topic', value: `ems/v1/${serial}/ext/ams` },
      { name: 'mqtt_client_id', value: serial },
      { name: 'mqtt_user', value: serial },
      { name: 'mqtt_password', value: mqttPassword },
    ],
    snippet: null,
    qr: null,
  }),
  mappings: rows.map(
    ({ names, metric, factor }): MappingRow => ({
      source: names.map((name) => `data.${name}`).join(' − '),
      target: `grid/${metric}`,
      change: factor === 1 ? '' : `× ${factor}`,
    }),
  ),
  openSession: openAms,
}

const readAny = (value: unknown): number | null =>
  typeof value === 'string' ? readNumberText(value) : readFinite(value)

function readValue(data: Record<string, unknown>, { names, factor }: AmsRow): number | null | undefined {
  const [inward, outward] = names
  if (!Object.hasOwn(data, inward) && !(outward !== undefined && Object.hasOwn(data, outward)))
    return undefined
  const plus = Object.hasOwn(data, inward) ? readAny(data[inward]) : 0
  const minus = outward !== undefined && Object.hasOwn(data, outward) ? readAny(data[outward]) : 0
  return plus === null || minus === null ? null : scale(plus - minus, factor)
}

const aheadMs = 300_000

function openAms(known: KnownState): AdapterSession {
  const book = createDeviceBook(known)

  function readData(data: Record<string, unknown>): ControllerSample['values'] {
    const values: ControllerSample['values'] = {}
    for (const row of rows) {
      const value = readValue(data, row)
      if (value === undefined) continue
      const [model, serial] = [readName(data.type), readName(data.id)]
      book.declare('grid', {
        ...{ category: 'GRID', name: { kind: 'electricity_meter' } },
        ...(model !== null && { model }),
        ...(serial !== null && { serial }),
      })
      book.noteMetric('grid', row.metric)
      values[`grid/${row.metric}`] = value
    }
    return values
  }

  return {
    read({ path, text, arrivedAt, isRetained }) {
      const word = text.length < 12 ? text.trim().toLowerCase() : ''
      if (word === 'online' || word === 'offline') return { isOnline: word === 'online' }
      const object = readJsonObject(text)
      if (!object) return { refused: { ok: false, reason: 'malformed', detail: 'no JSON of an AMS reader' } }
      const version = readName(object.version)
      const info = version !== null && path.endsWith('sysinfo') ? { info: { softwareVersion: version } } : {}
      // In some modes the values are a message of their own.
      const values = readData(isObject(object.data) ? object.data : object)
      const devices = book.takeChanged()
      const told = { ...info, ...(devices && { devices }) }
      if (isRetained || Object.keys(values).length === 0) return told
      const seconds = readFinite(object.t)
      const ts = seconds === null ? 0 : Math.round(seconds * 1000)
      // A reader without the time from the network counts from 1970.
      const isTimed = ts >= arrivedAt - known.keptMs && ts <= arrivedAt + aheadMs
      return { ...told, isTimed, samples: [{ ts: isTimed ? ts : arrivedAt, values }] }
    },
  }
}
