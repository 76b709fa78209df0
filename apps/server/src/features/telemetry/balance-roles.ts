import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { guessCategory } from '@ohmstead/domain/telemetry/guess-category'
import { type BalanceFlow, balanceFlows, findBalanceFlow } from './balance-gaps.ts'
import type { SeriesRow } from './energy-series-queries.ts'
import type { DeviceRow } from './place-queries.ts'

/** Order of the flows in sums that are kept: only ever appended to. */
export const balanceRoles = [...balanceFlows, 'ev', 'hvac', 'other'] as const
export type Role = BalanceFlow | 'ev' | 'hvac' | 'other'

/** The role of an energy series in the balance; null for one that is part of another (a tariff's register). */
function findRole(metric: string, category: DeviceCategory): Role | null {
  if (metric !== 'energy_consumption') return findBalanceFlow(metric)
  return category === 'EV_CHARGER' ? 'ev' : category === 'HVAC' ? 'hvac' : 'other'
}

export interface BalanceSeries {
  id: number
  metric: string
  role: Role
}

/** By location, its series that are part of the balance. */
export type BalancePlaces = ReadonlyMap<number, readonly BalanceSeries[]>

/** The series that are part of the balance, by location. */
export function groupByPlace(
  allSeries: readonly SeriesRow[],
  devices: readonly DeviceRow[],
  scope: { includes?: (device: DeviceRow) => boolean },
): Map<number, BalanceSeries[]> {
  const devicesOf = new Map<number, Map<string, DeviceRow>>()
  for (const device of devices) {
    const known = devicesOf.get(device.location_id)
    if (known) known.set(device.key, device)
    else devicesOf.set(device.location_id, new Map([[device.key, device]]))
  }
  const places = new Map<number, BalanceSeries[]>()
  for (const { location_id: locationId, id, metric, device_key: key } of allSeries) {
    const device = devicesOf.get(locationId)?.get(key)
    if (scope.includes && !(device && scope.includes(device))) continue
    const role = findRole(metric, device?.category ?? guessCategory(key))
    if (!role) continue
    const list = places.get(locationId)
    if (list) list.push({ id, metric, role })
    else places.set(locationId, [{ id, metric, role }])
  }
  return places
}
