import type { ControllerSample } from '@ohmstead/contract/controller-messages'
import type { Adapter, AdapterSession, KnownState, MappingRow, Translation } from '../adapter.ts'
import { createDeviceBook } from '../device-book.ts'
import { findMessageTime } from '../message-time.ts'
import { readTelegrams } from '../p1/read-telegrams.ts'
import { readFinite, readJsonObject, readNumberText, scale } from '../read-value.ts'
import { createSideMeters, sideMeterRows } from '../side-meters.ts'

/** Values of the grid by the names of DSMR-reader, which several dongles have taken over. */
const direct: Record<string, readonly [metric: string, factor: number]> = {
  electricity_delivered_1: ['energy_import_t1', 1000],
  electricity_delivered_2: ['energy_import_t2', 1000],
  electricity_returned_1: ['energy_export_t1', 1000],
  electricity_returned_2: ['energy_export_t2', 1000],
  ...Object.fromEntries(
    [1, 2, 3].flatMap((phase) => [
      [`phase_voltage_l${phase}`, [`voltage_l${phase}`, 1] as const],
      [`phase_power_current_l${phase}`, [`current_l${phase}`, 1] as const],
    ]),
  ),
}

/** In kW: what goes in and what goes out; the power is known with the second of them. */
const netted: readonly (readonly [inward: string, outward: string, metric: string])[] = [
  ['electricity_currently_delivered', 'electricity_currently_returned', 'power'],
  ...[1, 2, 3].map(
    (phase) =>
      [
        `phase_currently_delivered_l${phase}`,
        `phase_currently_returned_l${phase}`,
        `power_l${phase}`,
      ] as const,
  ),
]

const sums: readonly (readonly [names: readonly [string, string], metric: string])[] = [
  [['electricity_delivered_1', 'electricity_delivered_2'], 'energy_import'],
  [['electricity_returned_1', 'electricity_returned_2'], 'energy_export'],
]

/** DSMR-reader over MQTT: a topic for each value, all of them in JSON, or the telegram itself. */
export const dsmr: Adapter = {
  kind: 'dsmr',
  title: 'DSMR-reader',
  group: 'meter',
  tried: 'messages',
  controllerKind: 'P1_WIFI',
  describeSetup: ({ serial, mqttHost, mqttPort, isMqttTls, mqttPassword }) => ({
    steps: ['open_device_page', 'enable_mqtt', 'enter_values', 'save_and_restart'],
    fields: [
      { name: 'mqtt_host', value: mqttHost },
      { name: 'mqtt_port', value: String(mqttPort) },
      ...(isMqttTls ? [{ name: 'mqtt_tls' as const, value: '✓' }] : []),
      { name: 'mqtt_client_id', value: serial },
      { name: 'mqtt_user', value: serial },
      { name: 'mqtt_password', value: mqttPassword },
      { name: 'mqtt_topic', value: `ems/v1/${serial}/ext/dsmr/json` },
    ],
    snippet: null,
    qr: null,
  }),
  mappings: [
    ...netted.map(
      ([inward, outward, metric]): MappingRow => ({
        ...{ source: `${inward} − ${outward}`, target: `grid/${metric}`, change: '× 1000' },
      }),
    ),
    ...sums.map(
      ([names, metric]): MappingRow => ({
        ...{ source: names.join(' + '), target: `grid/${metric}`, change: '× 1000' },
      }),
    ),
    ...Object.entries(direct).map(
      ([source, [metric, factor]]): MappingRow => ({
        ...{ source, target: `grid/${metric}`, change: factor === 1 ? '' : `× ${factor}` },
      }),
    ),
    sideMeterRows({ gas: 'extra_device_delivered', water: '', heat: '' })[0]!,
  ],
  openSession: openDsmr,
}

function openDsmr(known: KnownState): AdapterSession {
  const book = createDeviceBook(known)
  const sideMeters = createSideMeters(known, book)
  /** The newest value of each name, as sent. */
  const newest = new Map<string, number>()
  let gasReadAt: number | null = null

  function note(values: ControllerSample['values'], metric: string, value: number | null): void {
    book.declare('grid', { category: 'GRID', name: { kind: 'electricity_meter' } })
    book.noteMetric('grid', metric)
    values[`grid/${metric}`] = value
  }

  /** What these names, just told, make known. */
  function readNames(told: ReadonlyMap<string, number>): ControllerSample['values'] {
    const values: ControllerSample['values'] = {}
    for (const [name, value] of told) {
      if (isUsed(name)) newest.set(name, value)
      const found = Object.hasOwn(direct, name) ? direct[name] : undefined
      if (found) note(values, found[0], scale(value, found[1]))
    }
    for (const [inward, outward, metric] of netted) {
      const isKnown = told.has(outward) || (told.has(inward) && !newest.has(outward))
      // Of two topics the second completes the pair: with the old one of the other direction it would be wrong.
      if (isKnown) note(values, metric, scale((newest.get(inward) ?? 0) - (newest.get(outward) ?? 0), 1000))
    }
    for (const [[first, second], metric] of sums) {
      const parts = [newest.get(first), newest.get(second)]
      if (!(told.has(first) || told.has(second)) || parts.includes(undefined)) continue
      note(values, metric, scale(parts[0]! + parts[1]!, 1000))
    }
    return values
  }

  function readGas(told: ReadonlyMap<string, number>, arrivedAt: number): Translation['lateSamples'] {
    const value = told.get('extra_device_delivered')
    if (value === undefined) return undefined
    const reading = { kind: 'gas', serial: null, value, unit: 'm3', readAt: gasReadAt } as const
    const sample = sideMeters.note(reading, { now: arrivedAt, arrivedAt })
    return sample ? [sample] : undefined
  }

  return {
    read(message) {
      const { path, text, arrivedAt, isRetained } = message
      if (isRetained) return {}
      if (/^\s*\//.test(text)) return readTelegrams({ known, book, sideMeters }, message)
      const object = readJsonObject(text)
      const given: [string, unknown][] = object ? Object.entries(object) : [[path.split('/').at(-1)!, text]]
      const told = new Map<string, number>()
      for (const [name, value] of given) {
        if (name === 'extra_device_timestamp') gasReadAt = findMessageTime({ timestamp: value })
        const number = typeof value === 'string' ? readNumberText(value) : readFinite(value)
        if (number !== null) told.set(name, number)
      }
      const values = readNames(told)
      const lateSamples = readGas(told, arrivedAt)
      const ownTs = object ? findMessageTime({ timestamp: object.timestamp }) : null
      const isTimed = ownTs !== null && ownTs <= arrivedAt + 300_000 && ownTs >= arrivedAt - known.keptMs
      const devices = book.takeChanged()
      return {
        ...(Object.keys(values).length > 0 && {
          isTimed,
          samples: [{ ts: isTimed ? ownTs : arrivedAt, values }],
        }),
        ...(lateSamples && { lateSamples }),
        ...(devices && { devices }),
      }
    },
  }
}

const used = new Set([...netted.flatMap((pair) => pair.slice(0, 2)), ...sums.flatMap(([names]) => names)])
const isUsed = (name: string) => used.has(name)
