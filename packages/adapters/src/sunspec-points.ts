import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { MetricName } from '@ohmstead/domain/telemetry/metrics'

interface Point {
  /** By category, since a meter's `WH` is none of an inverter's. */
  metric: MetricName | Partial<Record<DeviceCategory, MetricName>>
}

/** Points of SunSpec's models of inverters (101 to 103), meters (201 to 204) and storage (802), as JSON bridges name them. */
export const sunSpecPoints: Record<string, Point> = {
  W: { metric: 'power' },
  WphA: { metric: 'power_l1' },
  WphB: { metric: 'power_l2' },
  WphC: { metric: 'power_l3' },
  PhVphA: { metric: 'voltage_l1' },
  PhVphB: { metric: 'voltage_l2' },
  PhVphC: { metric: 'voltage_l3' },
  AphA: { metric: 'current_l1' },
  AphB: { metric: 'current_l2' },
  AphC: { metric: 'current_l3' },
  Hz: { metric: 'frequency' },
  VAr: { metric: 'reactive_power' },
  WH: { metric: { SOLAR_POWER_PLANT: 'energy_production', HYBRID_INVERTER: 'energy_production' } },
  TotWhImp: { metric: { GRID: 'energy_import' } },
  TotWhExp: { metric: { GRID: 'energy_export' } },
  SoC: { metric: { BATTERY: 'soc' } },
  SoH: { metric: { BATTERY: 'soh' } },
  WHRtg: { metric: { BATTERY: 'capacity' } },
  TmpCab: { metric: { HYBRID_INVERTER: 'temperature' } },
}

/** Points that only one kind of device has: they tell what the values beside them belong to. */
const signs: readonly (readonly [RegExp, DeviceCategory])[] = [
  [/^(TotWhImp|TotWhExp|WphA)$/, 'GRID'],
  [/^(SoC|SoH|WHRtg|ChaSt)$/, 'BATTERY'],
  [/^(WH|TmpCab|DCW|DCV|TmpSnk)$/, 'SOLAR_POWER_PLANT'],
]

/** What a group of SunSpec points belongs to; null if they are none. One or two letters alone may be anything. */
export function findSunSpecCategory(points: readonly string[]): DeviceCategory | null {
  const known = points.filter((point) => Object.hasOwn(sunSpecPoints, point))
  if (known.length < 2) return null
  return signs.find(([pattern]) => points.some((point) => pattern.test(point)))?.[1] ?? null
}

export function findSunSpecMetric(point: string, category: DeviceCategory): MetricName | null {
  if (!Object.hasOwn(sunSpecPoints, point)) return null
  const { metric } = sunSpecPoints[point]!
  return typeof metric === 'string' ? metric : (metric[category] ?? null)
}
