import { chartEndpoints } from '@ohmstead/contract/charts'
import { type Actor, canSee } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import {
  findDevices,
  findLocationsOfGroup,
  findTimeZone,
  hasDeviceGroup,
} from '../telemetry/place-queries.ts'
import { getChartRange, toRangeView } from './chart-range.ts'
import { getEnergy } from './get-energy.ts'
import { getLatest } from './get-latest.ts'
import { getSeries } from './get-series.ts'

export const chartRoutes: Route[] = [
  route(chartEndpoints.series, async ({ db, params, query }) => {
    const range = getChartRange(query, await getTimeZone(db, params.locationId))
    return { ...toRangeView(range), series: await getSeries(db, params.locationId, query.metric, range) }
  }),
  route(chartEndpoints.locationEnergy, async ({ db, params, query }) => {
    const range = getChartRange(query, await getTimeZone(db, params.locationId))
    return getEnergy(db, { locationIds: [params.locationId] }, range)
  }),
  route(chartEndpoints.deviceGroupEnergy, async ({ db, params, query }) => {
    if (!(await hasDeviceGroup(db, params.locationId, params.deviceGroupId))) throw new AppError('not_found')
    const range = getChartRange(query, await getTimeZone(db, params.locationId))
    const includes = (device: { device_group_id: number | null }) =>
      device.device_group_id === params.deviceGroupId
    return getEnergy(db, { locationIds: [params.locationId], includes }, range)
  }),
  route(chartEndpoints.deviceEnergy, async ({ db, params, query }) => {
    const devices = await findDevices(db, [params.locationId])
    if (!devices.some((device) => device.id === params.deviceId)) throw new AppError('not_found')
    const range = getChartRange(query, await getTimeZone(db, params.locationId))
    return getEnergy(
      db,
      { locationIds: [params.locationId], includes: (device) => device.id === params.deviceId },
      range,
    )
  }),
  route(chartEndpoints.locationGroupEnergy, async ({ db, actor, params, query }) => {
    const visible = await findVisibleLocations(db, actor, params.locationGroupId)
    const range = getChartRange(query, mostFrequent(visible.map((location) => location.time_zone)) ?? 'UTC')
    const { withData, ...energy } = await getEnergy(
      db,
      { locationIds: visible.map((location) => location.id) },
      range,
    )
    return { ...energy, locations: { visible: visible.length, withData } }
  }),
  route(chartEndpoints.latest, ({ db, deps, params }) => getLatest(db, params.locationId, deps.clock.now())),
]

async function getTimeZone(db: Queryable, locationId: number): Promise<string> {
  const timeZone = await findTimeZone(db, locationId)
  if (timeZone === null) throw new AppError('not_found')
  return timeZone
}

/** A sum over a group leaves out what the reader may not see. */
async function findVisibleLocations(db: Queryable, actor: Actor, locationGroupId: number) {
  const locations = await findLocationsOfGroup(db, locationGroupId)
  return locations.filter(({ id, company_id }) =>
    canSee(actor, { kind: 'location', companyId: company_id, locationId: id }),
  )
}

function mostFrequent(texts: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
