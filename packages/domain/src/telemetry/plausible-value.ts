import type { DeviceCategory } from '../fleet/device-category.ts'
import { findMetric, type MetricName } from './metrics.ts'

/**
 * What a device carries at most if nothing better is known (W): generous, since a farm or a workshop is a location too,
 * yet below what a wrong factor, a wrong unit or a broken register makes of the few kilowatts of a house.
 */
const usualLimitW: Record<DeviceCategory, number> = {
  GRID: 1e6,
  SOLAR_POWER_PLANT: 1e6,
  HYBRID_INVERTER: 1e6,
  BATTERY: 1e6,
  // The largest chargers for cars and lorries; the largest heat pumps of an apartment building.
  EV_CHARGER: 5e5,
  HVAC: 5e5,
  OTHER: 1e6,
}

/** Inverters exceed their rating for a while, and a fuse carries more than its rating for minutes. */
const overload = 1.5
const phaseVolts = 230
/** A plant draws power for itself at night; one that consumes more is wired the wrong way round. */
const mostOwnUseW = 1000
const ownUseShare = 0.05

interface Param {
  name: string
  unit?: string | null
  value: unknown
}

/** A limit from the device's inventory: `rated_power` in W, or `fuse_current` in A of each of three phases. */
export function findPowerLimit(params: readonly Param[]): number | null {
  const find = (name: string) => {
    const value = params.find((param) => param.name === name)?.value
    return typeof value === 'number' && value > 0 ? value : null
  }
  const rated = find('rated_power')
  const fuse = find('fuse_current')
  const limits = [rated, fuse && 3 * phaseVolts * fuse].filter((limit) => limit !== null)
  return limits.length > 0 ? overload * Math.min(...limits) : null
}

/** The possible range of a metric of a device; null if nothing is known about it. */
export function findPlausibleRange(
  metric: string,
  category: DeviceCategory,
  powerLimitW: number | null,
): readonly [min: number, max: number] | null {
  const range = findMetric(metric)?.range ?? null
  if (range !== 'power') return range
  const limit = powerLimitW ?? usualLimitW[category]
  const producesOnly: readonly MetricName[] = ['power', 'power_l1', 'power_l2', 'power_l3']
  if (category !== 'SOLAR_POWER_PLANT' || !producesOnly.includes(metric as MetricName)) return [-limit, limit]
  return [-Math.max(mostOwnUseW, ownUseShare * (powerLimitW ?? 0)), limit]
}

/** Why a value cannot be true; null if it can. */
export interface Implausibility {
  /** The range that the value exceeds, in the metric's unit. */
  lowest: number
  highest: number
  /** For the person who has to fix its sender. */
  text: string
}

export function findImplausibility(
  metric: string,
  value: unknown,
  device: { category: DeviceCategory; powerLimitW: number | null },
): Implausibility | null {
  if (typeof value !== 'number') return null
  const range = findPlausibleRange(metric, device.category, device.powerLimitW)
  if (range === null || (value >= range[0] && value <= range[1])) return null
  const unit = findMetric(metric)!.unit
  const [lowest, highest] = range
  return { lowest, highest, text: `${value}${unit && ` ${unit}`}, beyond ${lowest} to ${highest}` }
}
