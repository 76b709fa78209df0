import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { guessCategory } from '@ohmstead/domain/telemetry/guess-category'
import type { Queryable } from '../../platform/db/db.ts'
import { type BalanceFlow, balanceFlows, findBalanceFlow } from './balance-gaps.ts'
import { findSeriesTexts, type SeriesRow } from './energy-series-queries.ts'
import { type DeviceRow, findDeviceTexts } from './place-queries.ts'

/** Order of the flows in sums that are kept: only ever appended to. */
export const balanceRoles = [...balanceFlows, 'ev', 'hvac', 'other'] as const
/** The metric of what consumes; which role it has depends on the device. */
const consumption = 'energy_consumption'

export type Role = BalanceFlow | 'ev' | 'hvac' | 'other'

/** The role of an energy series in the balance; null for one that is part of another (a tariff's register). */
function findRole(metric: string, category: DeviceCategory): Role | null {
  if (metric !== consumption) return findBalanceFlow(metric)
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

/**
 * The same of whole locations by the thousand: homes with the same devices share one list. Only devices that consume are
 * asked for, whose role is not told by the metric.
 */
export async function findPlaces(
  db: Queryable,
  locationIds: readonly number[],
): Promise<Map<number, readonly BalanceSeries[]>> {
  const series = await findSeriesTexts(db, locationIds)
  const consumers = new Set<string>()
  const rowsOf = new Map<string, [id: number, metric: string, key: string][]>()
  for (const { list } of series) {
    if (rowsOf.has(list)) continue
    const rows = JSON.parse(list) as [number, string, string][]
    rowsOf.set(list, rows)
    for (const [, metric, key] of rows) if (metric === consumption) consumers.add(key)
  }
  const devices = new Map<number, string>()
  if (consumers.size > 0)
    for (const { location_id, list } of await findDeviceTexts(db, locationIds, [...consumers]))
      devices.set(location_id, list)
  const known = new Map<string, BalanceSeries[]>()
  const places = new Map<number, readonly BalanceSeries[]>()
  for (const { location_id: locationId, list } of series) {
    const categories = devices.get(locationId) ?? '[]'
    let found = known.get(list + categories)
    if (!found) {
      const categoryOf = new Map(JSON.parse(categories) as [string, DeviceCategory][])
      found = rowsOf.get(list)!.flatMap(([id, metric, key]) => {
        const role = findRole(metric, categoryOf.get(key) ?? guessCategory(key))
        return role ? [{ id, metric, role }] : []
      })
      known.set(list + categories, found)
    }
    if (found.length > 0) places.set(locationId, found)
  }
  return places
}
