import type { ControllerSample } from '@ohmstead/contract/controller-messages'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { MappingRow } from '../adapter.ts'
import { readFinite, scale } from '../read-value.ts'

/** Registers of a Tasmota meter by what it measures: a plug in front of a panel counts production. */
const registers: Record<DeviceCategory, readonly (readonly [name: string, metric: string])[]> = {
  GRID: [
    ['Total', 'energy_import'],
    ['ExportActive', 'energy_export'],
  ],
  SOLAR_POWER_PLANT: [['Total', 'energy_production']],
  HYBRID_INVERTER: [['Total', 'energy_production']],
  BATTERY: [
    ['Total', 'energy_charge'],
    ['ExportActive', 'energy_discharge'],
  ],
  EV_CHARGER: [['Total', 'energy_consumption']],
  HVAC: [['Total', 'energy_consumption']],
  OTHER: [['Total', 'energy_consumption']],
}

/** Numbers of a field: one, or one for each phase or relay; null if it is none. */
function readNumbers(value: unknown): number[] | null {
  const items = Array.isArray(value) ? value : [value]
  const numbers = items.map(readFinite)
  return numbers.length > 0 && numbers.length <= 8 && !numbers.includes(null) ? (numbers as number[]) : null
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** The readings in an ENERGY block, on a device of this category. */
export function readEnergyBlock(
  block: Record<string, unknown>,
  device: string,
  category: DeviceCategory,
): ControllerSample['values'] {
  const values: ControllerSample['values'] = {}
  const set = (metric: string, value: number | null) => {
    if (value !== null) values[`${device}/${metric}`] = value
  }
  const power = readNumbers(block.Power)
  if (power) {
    set('power', scale(sumOf(power), 1))
    if (power.length === 3) for (const [index, value] of power.entries()) set(`power_l${index + 1}`, value)
  }
  for (const [name, metric] of [
    ['Voltage', 'voltage'],
    ['Current', 'current'],
  ] as const)
    for (const [index, value] of (readNumbers(block[name]) ?? []).slice(0, 3).entries())
      set(`${metric}_l${index + 1}`, value)
  set('frequency', readNumbers(block.Frequency)?.[0] ?? null)
  const reactive = readNumbers(block.ReactivePower)
  if (reactive) set('reactive_power', scale(sumOf(reactive), 1))
  if (!Array.isArray(block.Factor)) set('power_factor', readFinite(block.Factor))
  for (const [name, metric] of registers[category]) {
    const total = readNumbers(block[name])
    if (total) set(metric, scale(sumOf(total), 1000))
  }
  return values
}

export const energyRows: readonly MappingRow[] = [
  { source: 'tele/<topic>/SENSOR ENERGY.Power', target: '<topic>/power', change: 'sum of a list' },
  { source: 'ENERGY.Power of three', target: '<topic>/power_lN', change: '' },
  { source: 'ENERGY.Voltage', target: '<topic>/voltage_lN', change: '' },
  { source: 'ENERGY.Current', target: '<topic>/current_lN', change: '' },
  { source: 'ENERGY.Frequency', target: '<topic>/frequency', change: '' },
  { source: 'ENERGY.ReactivePower', target: '<topic>/reactive_power', change: 'sum of a list' },
  { source: 'ENERGY.Factor', target: '<topic>/power_factor', change: '' },
  {
    source: 'ENERGY.Total',
    target: '<topic>/energy_consumption',
    change: '× 1000, sum of a list; energy_import of a grid meter, energy_production of a plant',
  },
  { source: 'ENERGY.ExportActive', target: '<topic>/energy_export', change: '× 1000, of a grid meter' },
]
