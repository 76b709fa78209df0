import type { DeviceCategory } from '../fleet/device-category.ts'

/**
 * energy: an ever-growing register in Wh, shown as the energy of an interval; volume: the same in m³; power: W with the
 * sign below;
 * gauge: any other measured number; state: a number, boolean or text of which only the last value matters.
 */
export type MetricKind = 'energy' | 'volume' | 'power' | 'gauge' | 'state'

export type Unit = 'W' | 'Wh' | 'V' | 'A' | 'Hz' | '%' | '°C' | 'var' | 'm³' | ''

interface MetricDefinition {
  kind: MetricKind
  unit: Unit
  /** Categories that have it; null for all. */
  categories: readonly DeviceCategory[] | null
  /** Numbers outside this range are impossible anywhere. `power`: what a device can carry, in both directions. */
  range: readonly [min: number, max: number] | 'power' | null
}

const grid = ['GRID'] as const
const producers = ['SOLAR_POWER_PLANT', 'HYBRID_INVERTER'] as const
const storage = ['BATTERY', 'HYBRID_INVERTER'] as const
const loads = ['EV_CHARGER', 'HVAC', 'OTHER'] as const
const charger = ['EV_CHARGER'] as const
const other = ['OTHER'] as const

/** Low voltage, with everything a broken neutral or a wrong tap can do to it. */
const voltage = [0, 1000] as const
const current = [-5000, 5000] as const
/** An ever-growing register up to 9 PWh. */
const register = [0, 9e12] as const
/** A register in m³: nine digits. */
const volume = [0, 1e9] as const

/**
 * Every metric with a canonical name, with its unit. Positive power flows towards the house bus
 * for GRID, SOLAR_POWER_PLANT, HYBRID_INVERTER and BATTERY (import, production, discharge); for EV_CHARGER, HVAC and
 * OTHER positive is consumption.
 */
export const metrics = {
  power: { kind: 'power', unit: 'W', categories: null, range: 'power' },
  power_l1: { kind: 'power', unit: 'W', categories: null, range: 'power' },
  power_l2: { kind: 'power', unit: 'W', categories: null, range: 'power' },
  power_l3: { kind: 'power', unit: 'W', categories: null, range: 'power' },
  voltage_l1: { kind: 'gauge', unit: 'V', categories: null, range: voltage },
  voltage_l2: { kind: 'gauge', unit: 'V', categories: null, range: voltage },
  voltage_l3: { kind: 'gauge', unit: 'V', categories: null, range: voltage },
  current_l1: { kind: 'gauge', unit: 'A', categories: null, range: current },
  current_l2: { kind: 'gauge', unit: 'A', categories: null, range: current },
  current_l3: { kind: 'gauge', unit: 'A', categories: null, range: current },
  frequency: { kind: 'gauge', unit: 'Hz', categories: null, range: [0, 100] },
  reactive_power: { kind: 'gauge', unit: 'var', categories: null, range: 'power' },
  power_factor: { kind: 'gauge', unit: '', categories: null, range: [-1.01, 1.01] },
  state: { kind: 'state', unit: '', categories: null, range: null },
  energy_import: { kind: 'energy', unit: 'Wh', categories: grid, range: register },
  energy_export: { kind: 'energy', unit: 'Wh', categories: grid, range: register },
  energy_import_t1: { kind: 'energy', unit: 'Wh', categories: grid, range: register },
  energy_import_t2: { kind: 'energy', unit: 'Wh', categories: grid, range: register },
  energy_export_t1: { kind: 'energy', unit: 'Wh', categories: grid, range: register },
  energy_export_t2: { kind: 'energy', unit: 'Wh', categories: grid, range: register },
  tariff: { kind: 'state', unit: '', categories: grid, range: [0, 9] },
  power_avg_15m: { kind: 'gauge', unit: 'W', categories: grid, range: 'power' },
  power_peak_month: { kind: 'gauge', unit: 'W', categories: grid, range: 'power' },
  grid_mode: { kind: 'state', unit: '', categories: grid, range: [0, 9] },
  energy_production: { kind: 'energy', unit: 'Wh', categories: producers, range: register },
  energy_charge: { kind: 'energy', unit: 'Wh', categories: storage, range: register },
  energy_discharge: { kind: 'energy', unit: 'Wh', categories: storage, range: register },
  soc: {
    kind: 'gauge',
    unit: '%',
    categories: ['BATTERY', 'HYBRID_INVERTER', 'EV_CHARGER'],
    range: [0, 100.5],
  },
  soh: { kind: 'gauge', unit: '%', categories: storage, range: [0, 120] },
  capacity: { kind: 'gauge', unit: 'Wh', categories: storage, range: [0, 1e9] },
  energy_consumption: { kind: 'energy', unit: 'Wh', categories: loads, range: register },
  ev_status: { kind: 'state', unit: '', categories: charger, range: [0, 9] },
  session_energy: { kind: 'gauge', unit: 'Wh', categories: charger, range: [0, 1e7] },
  current_limit: { kind: 'gauge', unit: 'A', categories: charger, range: current },
  mode: { kind: 'state', unit: '', categories: charger, range: null },
  temperature: {
    kind: 'gauge',
    unit: '°C',
    categories: ['BATTERY', 'HYBRID_INVERTER', 'HVAC', 'OTHER'],
    range: [-60, 200],
  },
  temperature_target: { kind: 'gauge', unit: '°C', categories: ['HVAC', 'OTHER'], range: [-60, 200] },
  // Meters of gas, water and heat. Not electricity: no part of any balance or price.
  gas_volume: { kind: 'volume', unit: 'm³', categories: other, range: volume },
  water_volume: { kind: 'volume', unit: 'm³', categories: other, range: volume },
  heat_volume: { kind: 'volume', unit: 'm³', categories: other, range: volume },
  heat_energy: { kind: 'energy', unit: 'Wh', categories: other, range: register },
  on: { kind: 'state', unit: '', categories: ['HVAC', 'OTHER'], range: [0, 1] },
} as const satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof metrics

/** The definition of a canonical metric, or null for an unknown one: its values are kept and shown unchanged. */
export function findMetric(name: string): MetricDefinition | null {
  return Object.hasOwn(metrics, name) ? metrics[name as MetricName] : null
}

/** Whether a metric is an ever-growing register, whose increase is shown. */
export function isRegisterMetric(name: string): boolean {
  return isRegisterKind(findMetric(name)?.kind ?? null)
}

export const isRegisterKind = (kind: MetricKind | null): boolean => kind === 'energy' || kind === 'volume'

/** Read by another meter or a radio once an hour or less: what is used between two readings is known, but not when. */
export const slowMetrics: readonly string[] = ['gas_volume', 'water_volume', 'heat_volume', 'heat_energy']

/** 'grid/power' → { device: 'grid', metric: 'power' }; null without a device or a metric. */
export function parseMetricKey(key: string): { device: string; metric: string } | null {
  const slash = key.indexOf('/')
  if (slash <= 0 || slash === key.length - 1) return null
  return { device: key.slice(0, slash), metric: key.slice(slash + 1) }
}

/** An energy series that a device's `power` integrates into: positive power when `sign` is 1, negative when −1. */
export interface PowerDirection {
  metric: MetricName
  sign: 1 | -1
}

const consumption: readonly PowerDirection[] = [{ metric: 'energy_consumption', sign: 1 }]
// What a plant itself draws at night is negative production and counts as none.
const production: readonly PowerDirection[] = [{ metric: 'energy_production', sign: 1 }]

/** Which energy series the `power` of a category integrates into, and in which direction. */
export const powerDirections: Record<DeviceCategory, readonly PowerDirection[]> = {
  GRID: [
    { metric: 'energy_import', sign: 1 },
    { metric: 'energy_export', sign: -1 },
  ],
  BATTERY: [
    { metric: 'energy_discharge', sign: 1 },
    { metric: 'energy_charge', sign: -1 },
  ],
  SOLAR_POWER_PLANT: production,
  HYBRID_INVERTER: production,
  EV_CHARGER: consumption,
  HVAC: consumption,
  OTHER: consumption,
}
