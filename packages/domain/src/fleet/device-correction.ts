import { findMetric } from '../telemetry/metrics.ts'
import type { DeviceCategory } from './device-category.ts'
import type { PhaseOrder } from './swapped-phases.ts'

/** What puts right how a device was connected. */
export interface DeviceCorrection {
  isReversed: boolean
  /** Which phase of the house each of its phases is: '213' if the first two are swapped. */
  phaseOrder: PhaseOrder
}

/** How a device is put right now, and from when on it has been read the other way round than before, in order. */
export interface TimedCorrection extends DeviceCorrection {
  reversals: readonly number[]
}

export const rightConnection: DeviceCorrection = { isReversed: false, phaseOrder: '123' }

/** Registers that change places when the direction does. A producer's or load's only counts one way, and stays. */
const opposites = withBackwards({
  energy_import: 'energy_export',
  energy_import_t1: 'energy_export_t1',
  energy_import_t2: 'energy_export_t2',
  energy_charge: 'energy_discharge',
})

function withBackwards(pairs: Readonly<Record<string, string>>): Record<string, string> {
  return { ...pairs, ...Object.fromEntries(Object.entries(pairs).map(([one, other]) => [other, one])) }
}

/** Registers that count another direction from a reversal on. */
export const swappedRegisters = (category: DeviceCategory): string[] =>
  Object.keys(opposites).filter((metric) => isSwapped(metric, category))

/**
 * Whatever a device is called otherwise: a change of that must not make other registers of them. What a hybrid inverter
 * counts of its battery has nothing to do with the direction of its power.
 */
const isSwapped = (metric: string, category: DeviceCategory): boolean =>
  Object.hasOwn(opposites, metric) && !(category === 'HYBRID_INVERTER' && /charge$/.test(metric))

const negated = (metric: string) => findMetric(metric)?.kind === 'power' || metric === 'reactive_power'

/** A reading is of the direction that its device had when it was measured, however late it arrives. */
export function isReversedAt({ isReversed, reversals }: TimedCorrection, ts: number): boolean {
  let wasReversed = isReversed
  for (let index = reversals.length - 1; index >= 0 && ts < reversals[index]!; index--)
    wasReversed = !wasReversed
  return wasReversed
}

// All processes must know of a reversal before the first reading that it applies to arrives: one that did not would store
// it under the other direction, and nobody could tell later. Their notice takes milliseconds, seconds on a busy machine.
const leadMs = 5000
/** A person undoes something once or twice; a program that does so for ever must not make each batch larger. */
const mostReversals = 100

/**
 * The reversals with a further one. It takes effect after all readings that are stored, also those of a clock that is
 * ahead, and after the one before, which other processes may have begun to apply.
 */
export function addReversal(
  reversals: readonly number[],
  { now, newest }: { now: number; newest: number | null },
): number[] {
  const at = Math.max(Math.max(now, newest ?? now) + leadMs, (reversals.at(-1) ?? 0) + 1)
  return [...reversals, at].slice(-mostReversals)
}

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
  const other = isSwapped(metric, category) ? opposites[metric]! : metric
  return { metric: other, factor: negated(metric) ? -1 : 1 }
}
