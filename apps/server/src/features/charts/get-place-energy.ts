import { type Actor, canSee } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import {
  findDevices,
  findLocationsOfGroup,
  findTimeZone,
  hasDeviceGroup,
} from '../telemetry/place-queries.ts'
import { getChartRange } from './chart-range.ts'
import { findPredecessors } from './continue-series.ts'
import { getEnergy, getGroupEnergy } from './get-energy.ts'

export interface RangeQuery {
  from: number
  to: number
  interval: number
}

export async function getLocationEnergy(
  db: Queryable,
  { locationId }: { locationId: number },
  query: RangeQuery,
) {
  const range = getChartRange(query, await getTimeZone(db, locationId))
  return getEnergy(db, { locationIds: [locationId] }, range)
}

export async function getDeviceGroupEnergy(
  db: Queryable,
  { locationId, deviceGroupId }: { locationId: number; deviceGroupId: number },
  query: RangeQuery,
) {
  if (!(await hasDeviceGroup(db, locationId, deviceGroupId))) throw new AppError('not_found')
  const range = getChartRange(query, await getTimeZone(db, locationId))
  const includes = (device: { device_group_id: number | null }) => device.device_group_id === deviceGroupId
  return getEnergy(db, { locationIds: [locationId], includes }, range)
}

export async function getDeviceEnergy(
  db: Queryable,
  { locationId, deviceId }: { locationId: number; deviceId: number },
  query: RangeQuery,
) {
  const devices = await findDevices(db, [locationId])
  const own = devices.find((device) => device.id === deviceId)
  if (!own) throw new AppError('not_found')
  const range = getChartRange(query, await getTimeZone(db, locationId))
  const counted = new Set([own.key, ...((await findPredecessors(db, locationId)).get(own.key) ?? [])])
  const includes = (device: { key: string }) => counted.has(device.key)
  return getEnergy(db, { locationIds: [locationId], includes }, range)
}

/** The sum over a group excludes what the reader may not see. */
export async function getLocationGroupEnergy(
  db: Queryable,
  actor: Actor,
  { locationGroupId }: { locationGroupId: number },
  query: RangeQuery,
) {
  const locations = await findLocationsOfGroup(db, locationGroupId)
  const visible = locations.filter(({ id, company_id }) =>
    canSee(actor, { kind: 'location', companyId: company_id, locationId: id }),
  )
  const range = getChartRange(query, mostFrequent(visible.map((location) => location.time_zone)) ?? 'UTC')
  const { withData, ...energy } = await getGroupEnergy(
    db,
    visible.map((location) => location.id),
    range,
  )
  return { ...energy, locations: { visible: visible.length, withData } }
}

export async function getTimeZone(db: Queryable, locationId: number): Promise<string> {
  const timeZone = await findTimeZone(db, locationId)
  if (timeZone === null) throw new AppError('not_found')
  return timeZone
}

function mostFrequent(texts: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
