import { deviceGroupEndpoints } from '@ohmstead/contract/locations'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../platform/http/route.ts'
import {
  deleteDeviceGroup,
  findDeviceGroup,
  insertDeviceGroup,
  renameDeviceGroup,
  setDevicesOfGroup,
} from './device-group-queries.ts'

export const deviceGroupRoutes: Route[] = [
  route(deviceGroupEndpoints.get, async ({ db, params }) => getDeviceGroup(db, params)),

  route(deviceGroupEndpoints.create, async ({ db, params: { locationId }, body }) =>
    db.transaction(async (tx) => {
      const deviceGroupId = await insertDeviceGroup(tx, locationId, body.name)
      await setDevices(tx, locationId, deviceGroupId, body.deviceIds)
      return getDeviceGroup(tx, { locationId, deviceGroupId })
    }),
  ),

  route(deviceGroupEndpoints.update, async ({ db, params, body }) =>
    db.transaction(async (tx) => {
      const { locationId, deviceGroupId } = params
      if ((await renameDeviceGroup(tx, locationId, deviceGroupId, body.name)) === 0)
        throw new AppError('not_found')
      await setDevices(tx, locationId, deviceGroupId, body.deviceIds)
      return getDeviceGroup(tx, params)
    }),
  ),

  route(deviceGroupEndpoints.remove, async ({ db, params }) => {
    if ((await deleteDeviceGroup(db, params.locationId, params.deviceGroupId)) === 0)
      throw new AppError('not_found')
  }),
]

async function setDevices(
  tx: Queryable,
  locationId: number,
  deviceGroupId: number,
  deviceIds: readonly number[] | undefined,
) {
  if (!deviceIds) return
  const moved = await setDevicesOfGroup(tx, locationId, deviceGroupId, deviceIds)
  if (moved !== new Set(deviceIds).size) throw new AppError('not_found')
}

async function getDeviceGroup(
  db: Queryable,
  { locationId, deviceGroupId }: { locationId: number; deviceGroupId: number },
) {
  const deviceGroup = await findDeviceGroup(db, locationId, deviceGroupId)
  if (!deviceGroup) throw new AppError('not_found')
  return { deviceGroup }
}
