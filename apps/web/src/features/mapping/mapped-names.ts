import type { MappedSourceView, MappingView } from '@ohmstead/contract/mapping'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { findMetric, type MetricName, metrics, powerDirections } from '@ohmstead/domain/telemetry/metrics'

/** Proposals of names that nothing was said about yet. */
export function findProposals({ sources, mapping }: MappingView): MappedSourceView[] {
  const mapped = new Set(mapping.map(({ source }) => source))
  return sources.flatMap(({ source, proposal }) => (proposal && !mapped.has(source) ? [proposal] : []))
}

export const withMapped = (mapping: readonly MappedSourceView[], chosen: MappedSourceView) => [
  ...mapping.filter(({ source }) => source !== chosen.source),
  chosen,
]

/** The devices that people have made of names, each once. */
export function listDevices(mapping: readonly MappedSourceView[]) {
  return [
    ...new Map(
      mapping.map(({ device, device_name, category }) => [device, { device, device_name, category }]),
    ).values(),
  ]
}

/** The metrics of a category, without those that other names of the device have. */
export function listMetrics(
  category: DeviceCategory,
  device: string | null,
  others: readonly MappedSourceView[],
): MetricName[] {
  const taken = new Set(others.filter((one) => one.device === device).map(({ metric }) => metric))
  return (Object.keys(metrics) as MetricName[]).filter((metric) => {
    const categories: readonly DeviceCategory[] | null = metrics[metric].categories
    return !taken.has(metric) && (categories === null || categories.includes(category))
  })
}

const factors: Record<string, number> = {
  kW: 1000,
  kWh: 1000,
  kvar: 1000,
  MW: 1e6,
  MWh: 1e6,
  mV: 0.001,
  mA: 0.001,
  mHz: 0.001,
}

export const guessFactor = (unit: string | null): number => factors[unit ?? ''] ?? 1

export interface Outcome {
  /** In the metric's unit; the text itself where it is a state. */
  value: number | string
  unit: string
  /** Which way a power flows. */
  flow: MetricName | null
}

/** What a value becomes; null if it is no number where one is needed. */
export function describeOutcome(
  { category, metric, factor }: Pick<MappedSourceView, 'category' | 'metric' | 'factor'>,
  text: string,
): Outcome | null {
  const definition = findMetric(metric)
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (definition?.kind === 'state') return { value: text, unit: '', flow: null }
  if (!Number.isFinite(number)) return null
  const value = Math.round(number * factor * 1e4) / 1e4 + 0
  const isPower = definition?.kind === 'power'
  const flow = isPower ? powerDirections[category].find(({ sign }) => sign * value > 0) : undefined
  return { value, unit: definition?.unit ?? '', flow: flow?.metric ?? null }
}

const idBases: Record<DeviceCategory, string> = {
  ...{ GRID: 'grid', SOLAR_POWER_PLANT: 'pv', HYBRID_INVERTER: 'hybrid', BATTERY: 'bat' },
  ...{ EV_CHARGER: 'ev', HVAC: 'hp', OTHER: 'load' },
}

/** An id that no device of the controller has yet. */
export function createDeviceId(category: DeviceCategory, { mapping, devices }: MappingView): string {
  const taken = new Set([...mapping, ...devices].map(({ device }) => device))
  const base = idBases[category]
  let number = 1
  while (taken.has(number === 1 ? base : `${base}${number}`)) number++
  return number === 1 ? base : `${base}${number}`
}
