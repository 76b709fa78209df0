import type { ControllerSample } from '@ohmstead/contract/controller-messages'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { GenericName } from '@ohmstead/domain/fleet/generic-name'
import { guessCategory } from '@ohmstead/domain/telemetry/guess-category'
import type { Adapter, AdapterSession, KnownState, Translation } from '../adapter.ts'
import { createDeviceBook, findRole } from '../device-book.ts'
import { readTelegrams } from '../p1/read-telegrams.ts'
import { readFinite, readJsonObject, readName, scale, toDeviceId } from '../read-value.ts'
import { createSideMeters, sideMeterRows } from '../side-meters.ts'
import {
  batteryRows,
  commonRows,
  energyMetrics,
  gridRows,
  homeWizardMappings,
  powerSign,
} from './homewizard-table.ts'
import { readExternal } from './read-external.ts'

/** HomeWizard meters, sockets and batteries. They only answer within the house, so something there passes it on. */
export const homewizard: Adapter = {
  kind: 'homewizard',
  title: 'HomeWizard',
  group: 'meter',
  tried: 'messages',
  controllerKind: 'GATEWAY',
  describeSetup: ({ serial, httpUrl, httpToken }) => ({
    steps: ['run_command'],
    fields: [
      { name: 'http_address', value: `${httpUrl}/link/v1/${serial}/ext/homewizard/p1` },
      { name: 'token', value: httpToken },
    ],
    snippet: [
      'curl -s http://METER/api/v1/data | curl --data-binary @- \\',
      `  -H 'Authorization: Bearer ${httpToken}' ${httpUrl}/link/v1/${serial}/ext/homewizard/p1`,
      '',
    ].join('\n'),
    qr: null,
  }),
  mappings: [
    ...homeWizardMappings,
    ...sideMeterRows({
      gas: 'external[] gas_meter, total_gas_m3',
      water: 'external[] water_meter, warm_water_meter, total_liter_m3',
      heat: 'external[] heat_meter, inlet_heat_meter',
    }),
  ],
  openSession: openHomeWizard,
}

const products: readonly (readonly [RegExp, DeviceCategory])[] = [
  [/^HWE-P1/, 'GRID'],
  [/^HWE-BAT/, 'BATTERY'],
  [/^HWE-/, 'OTHER'],
]
const mostDevices = 64

function openHomeWizard(known: KnownState): AdapterSession {
  const book = createDeviceBook(known)
  const sideMeters = createSideMeters(known, book)
  const kinds = new Map<string, DeviceCategory>()
  const models = new Map(known.devices.map(({ id, model }) => [id, model]))
  const names = new Map(known.devices.map(({ id, name, generic }) => [id, generic ?? name]))

  /** What the device is: what a person chose, what it says of itself, what only such a device sends, its name. */
  function findKind(id: string, object: Record<string, unknown>): DeviceCategory {
    const product = readName(object.product_type) ?? models.get(id) ?? ''
    const shown = isP1(object)
      ? 'GRID'
      : 'cycles' in object || 'state_of_charge_pct' in object
        ? 'BATTERY'
        : null
    const told = products.find(([pattern]) => pattern.test(product))?.[1] ?? shown
    const byName = guessCategory(id)
    // A meter of its own may measure anything; its name tells.
    const kind = findRole(known.roles, id) ?? (told && told !== 'OTHER' ? told : kinds.get(id)) ?? byName
    if (kinds.has(id) || kinds.size < mostDevices) kinds.set(id, kind)
    return kind
  }

  function declare(id: string, kind: DeviceCategory, object: Record<string, unknown>): void {
    const name = readName(object.product_name) ?? names.get(id) ?? defaultNames[kind]
    const model = readName(object.product_type) ?? models.get(id) ?? readName(object.meter_model)
    const serial = readName(object.serial)
    if (names.size < mostDevices) names.set(id, name)
    if (model !== null && models.size < mostDevices) models.set(id, model)
    book.declare(id, {
      ...{ category: kind, name },
      ...(model !== null && { model }),
      ...(serial !== null && { serial }),
    })
  }

  /** Describes the device and reads its values; one that tells neither is none. */
  function readDevice(id: string, object: Record<string, unknown>): ControllerSample['values'] {
    const kind = findKind(id, object)
    const found = findValues(kind, object)
    if (found.size === 0 && readName(object.product_type) === null) return {}
    declare(id, kind, object)
    const values: ControllerSample['values'] = {}
    for (const [metric, value] of found) {
      book.noteMetric(id, metric)
      values[`${id}/${metric}`] = value
    }
    return values
  }

  /** All batteries of a P1 meter as one; where each of them is passed on as well, they count by themselves. */
  function readBatteries(object: Record<string, unknown>): ControllerSample['values'] {
    const isSeen = [...kinds].some(([id, kind]) => kind === 'BATTERY' && id !== 'batteries')
    if (isSeen || known.devices.some(({ model }) => model?.startsWith('HWE-BAT'))) {
      if (book.has('batteries')) declare('batteries', 'OTHER', {})
      return {}
    }
    declare('batteries', findKind('batteries', { product_type: 'HWE-BAT' }), {})
    const power = readFinite(object.power_w)
    book.noteMetric('batteries', 'power')
    return { 'batteries/power': power === null ? null : scale(power, -1) }
  }

  return {
    read(message): Translation {
      const { path, text, arrivedAt, isRetained } = message
      if (isRetained) return {}
      if (/^\s*\//.test(text)) return readTelegrams({ known, book, sideMeters }, message)
      const object = readJsonObject(text)
      if (!object)
        return { refused: { ok: false, reason: 'malformed', detail: 'no JSON of a HomeWizard device' } }
      const given = path.split('/')[0] ?? ''
      if ('battery_count' in object || 'target_power_w' in object) return finish(readBatteries(object), [])
      const isOnlyWater = 'total_liter_m3' in object
      const id = given !== '' ? toDeviceId(given) : isP1(object) ? 'grid' : 'device'
      const version = readName(object.firmware_version)
      const info = version === null ? {} : { info: { softwareVersion: version } }
      const values = isOnlyWater ? {} : readDevice(id, object)
      const late = readExternal(object, { timeZone: known.timeZone, arrivedAt }).flatMap(
        (reading) => sideMeters.note(reading, { now: arrivedAt, arrivedAt }) ?? [],
      )
      return { ...info, ...finish(values, late) }

      // Its own time is local without a zone: in the hour that comes twice it would be wrong.
      function finish(values: ControllerSample['values'], lateSamples: ControllerSample[]): Translation {
        const devices = book.takeChanged()
        return {
          ...(Object.keys(values).length > 0 && { samples: [{ ts: arrivedAt, values }] }),
          ...(lateSamples.length > 0 && { lateSamples }),
          ...(devices && { devices }),
        }
      }
    },
  }
}

const isP1 = (object: Record<string, unknown>) =>
  ['meter_model', 'smr_version', 'protocol_version', 'external'].some((name) => Object.hasOwn(object, name))

function findValues(
  kind: DeviceCategory,
  object: Record<string, unknown>,
): Map<string, number | boolean | null> {
  const found = new Map<string, number | boolean | null>()
  const find = (names: readonly string[]) => {
    const name = names.find((candidate) => Object.hasOwn(object, candidate))
    return name === undefined ? undefined : readFinite(object[name])
  }
  const own = kind === 'GRID' ? gridRows : kind === 'BATTERY' ? batteryRows : []
  for (const { names, metric, factor = 1 } of [...own, ...commonRows]) {
    const value = find(names)
    const sign = /^power(_l\d)?$/.test(metric) ? powerSign(kind) : 1
    if (value !== undefined && !found.has(metric)) found.set(metric, scale(value, sign * factor))
  }
  for (const [index, way] of (['import', 'export'] as const).entries()) {
    const metric = energyMetrics[kind][index]!
    const total = find([`energy_${way}_kwh`, `total_power_${way}_kwh`])
    const first = find([`energy_${way}_t1_kwh`, `total_power_${way}_t1_kwh`])
    const second = find([`energy_${way}_t2_kwh`, `total_power_${way}_t2_kwh`])
    // A socket has one tariff and no total.
    const value = total ?? (first == null ? first : first + (second ?? 0))
    if (metric !== '' && value !== undefined) found.set(metric, scale(value, 1000))
  }
  if (typeof object.power_on === 'boolean' && kind === 'OTHER') found.set('on', object.power_on)
  return found
}

const defaultNames: Record<DeviceCategory, string | GenericName> = {
  GRID: { kind: 'electricity_meter' },
  SOLAR_POWER_PLANT: { kind: 'pv' },
  HYBRID_INVERTER: { kind: 'inverter' },
  BATTERY: { kind: 'battery' },
  EV_CHARGER: { kind: 'charger' },
  HVAC: { kind: 'heat_pump' },
  OTHER: 'HomeWizard',
}
