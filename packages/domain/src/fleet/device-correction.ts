import { findMetric } from '../telemetry/metrics.ts'
import type { DeviceCategory } from './device-category.ts'
import type { PhaseOrder } from './swapped-phases.ts'

/** What puts right how a device was connected. */
export interface DeviceCorrection {
  isReversed: boolean
  /** Which phase of the house each of its phases is: '213' if the first two are swapped. */
  phaseOrder: PhaseOrder
}

export const rightConnection: DeviceCorrection = { isReversed: false, phaseOrder: '123' }

/** Registers that change places when the direction does. A producer's or load's only counts one way, and stays. */
const opposites: Partial<Record<DeviceCategory, Readonly<Record<string, string>>>> = {
  GRID: withBackwards({
    energy_import: 'energy_export',
    energy_import_t1: 'energy_export_t1',
    energy_import_t2: 'energy_export_t2',
  }),
  BATTERY: withBackwards({ energy_charge: 'energy_discharge' }),
}

function withBackwards(pairs: Readonly<Record<string, string>>): Record<string, string> {
  return { ...pairs, ...Object.fromEntries(Object.entries(pairs).map(([one, other]) => [other, one])) }
}

/** Registers whose readings belong to another direction from a reversal on. */
export const swappedRegisters = (category: DeviceCategory): string[] => Object.keys(opposites[category] ?? {})

const negated = (metric: string) => findMetric(metric)?.kind === 'power' || metric === 'reactive_power'

/** The metric that a reading is of in truth, and the factor of its value. */
export function correctMetric(
  metric: string,
  category: DeviceCategory,
  { isReversed, phaseOrder }: DeviceCorrection,
): { metric: string; factor: 1 | -1 } {
  const phase = /^(power|voltage|current)_l([123])$/.exec(metric)
  if (phase) {
    const place = phaseOrder[Number(phase[2]) - 1]!
    return { metric: `${phase[1]}_l${place}`, factor: isReversed && phase[1] === 'power' ? -1 : 1 }
  }
  if (!isReversed) return { metric, factor: 1 }
  const swaps = opposites[category]
  const other = swaps && Object.hasOwn(swaps, metric) ? swaps[metric]! : metric
  return { metric: other, factor: negated(metric) ? -1 : 1 }
}
