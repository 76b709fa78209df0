import type { ReadingValue } from '@ohmstead/contract/controller-messages'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { MappingRow } from '../adapter.ts'
import { isObject, readFinite, scale } from '../read-value.ts'

/** A part of a Shelly that measures or switches; its data component belongs to the same one. */
export interface Component {
  type: string
  number: number
  /** Whether it holds the registers of another one (`emdata:0` of `em:0`). */
  isData: boolean
}

const types: Record<string, { of: string; isData: boolean }> = {
  em: { of: 'em', isData: false },
  emdata: { of: 'em', isData: true },
  em1: { of: 'em1', isData: false },
  em1data: { of: 'em1', isData: true },
  pm1: { of: 'pm1', isData: false },
  switch: { of: 'switch', isData: false },
  light: { of: 'light', isData: false },
  cover: { of: 'cover', isData: false },
  temperature: { of: 'temperature', isData: false },
  humidity: { of: 'temperature', isData: true },
}

/** `em:0`, `switch:2` …; null for those without readings. */
export function parseComponent(key: string): Component | null {
  const match = /^([a-z0-9]+):(\d{1,3})$/.exec(key)
  const type = match && Object.hasOwn(types, match[1]!) ? types[match[1]!]! : null
  return type && { type: type.of, number: Number(match![2]), isData: type.isData }
}

interface Registers {
  forward: string
  back: string | null
}

/** The registers of a category; what flows back counts only where that means something. */
export function registersOf(category: DeviceCategory): Registers {
  switch (category) {
    case 'GRID':
      return { forward: 'energy_import', back: 'energy_export' }
    case 'SOLAR_POWER_PLANT':
    case 'HYBRID_INVERTER':
      return { forward: 'energy_production', back: null }
    case 'BATTERY':
      return { forward: 'energy_discharge', back: 'energy_charge' }
    default:
      return { forward: 'energy_consumption', back: null }
  }
}

const phases = [
  ['a', 'l1'],
  ['b', 'l2'],
  ['c', 'l3'],
] as const

/** Fields of a status and their metrics, of components that measure one line. */
const ofOneLine: Record<string, string> = {
  act_power: 'power',
  apower: 'power',
  voltage: 'voltage_l1',
  current: 'current_l1',
  freq: 'frequency',
  pf: 'power_factor',
}
const ofThreeLines: Record<string, string> = {
  total_act_power: 'power',
  a_freq: 'frequency',
  ...Object.fromEntries(
    phases.flatMap(([letter, line]) => [
      [`${letter}_act_power`, `power_${line}`],
      [`${letter}_voltage`, `voltage_${line}`],
      [`${letter}_current`, `current_${line}`],
    ]),
  ),
}

export interface Context {
  category: DeviceCategory
  /** The returned energy as it was last told (Wh), for messages that leave it out; undefined if it never was. */
  returnedWh: number | undefined
}

/** The values in a component's status, by metric; only of fields that it has. */
export function readComponent(
  key: string,
  status: Record<string, unknown>,
  { category, returnedWh }: Context,
): Record<string, ReadingValue> {
  const values: Record<string, ReadingValue> = {}
  const registers = registersOf(category)
  const put = (field: string, metric: string | null) => {
    if (metric !== null && Object.hasOwn(status, field)) values[metric] = scale(readFinite(status[field]), 1)
  }
  const kind = key.split(':')[0]
  const fields = kind === 'em' ? ofThreeLines : ofOneLine
  if (kind === 'emdata') {
    put('total_act', registers.forward)
    put('total_act_ret', registers.back)
  } else if (kind === 'em1data') {
    put('total_act_energy', registers.forward)
    put('total_act_ret_energy', registers.back)
  } else if (kind === 'temperature') put('tC', 'temperature')
  else if (kind === 'humidity') put('rh', 'humidity')
  else for (const field of Object.keys(fields)) put(field, fields[field]!)
  if (typeof status.output === 'boolean' && (kind === 'switch' || kind === 'light')) values.on = status.output
  // Counts both directions where the returned energy is counted, too.
  const both = readTotal(status.aenergy)
  const back = readTotal(status.ret_aenergy) ?? returnedWh ?? null
  if (both !== null) values[registers.forward] = scale(Math.max(0, both - (back ?? 0)), 1)
  if (back !== null && registers.back !== null) values[registers.back] = scale(back, 1)
  return values
}

export const readTotal = (value: unknown) => (isObject(value) ? readFinite(value.total) : null)

export const shellyMappings: readonly MappingRow[] = [
  ...Object.entries(ofThreeLines).map(([field, metric]) => row(`em:N ${field}`, metric)),
  row(
    'emdata:N total_act',
    'energy_import',
    'of a meter of the grid; energy_production, … by what it measures',
  ),
  row('emdata:N total_act_ret', 'energy_export', 'of a meter of the grid; energy_charge of a battery'),
  ...Object.entries(ofOneLine)
    .filter(([field]) => field !== 'apower')
    .map(([field, metric]) => row(`em1:N ${field}`, metric)),
  row('em1data:N total_act_energy', 'energy_import', 'as emdata'),
  row('em1data:N total_act_ret_energy', 'energy_export', 'as emdata'),
  row('switch:N, pm1:N, cover:N, light:N apower', 'power'),
  row(
    'switch:N, pm1:N, cover:N, light:N aenergy.total',
    'energy_consumption',
    'less ret_aenergy.total, which it contains; by what it measures',
  ),
  row('switch:N, light:N output', 'on'),
  row('temperature:N tC', 'temperature'),
]

function row(source: string, metric: string, change = ''): MappingRow {
  const device = source.slice(0, source.indexOf(':')).replace('data', '')
  return { source, target: `<device>.${device}N/${metric}`, change }
}
