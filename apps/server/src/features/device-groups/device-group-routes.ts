import { deviceGroupEndpoints } from '@ohmstead/contract/device-groups'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import {
  type DeviceGroupRow,
  deleteDeviceGroup,
  findDeviceGroup,
  insertDeviceGroup,
  renameDeviceGroup,
  setDevicesOfGroup,
} from './device-group-queries.ts'

export const deviceGroupRoutes: Route[] = [
  route(deviceGroupEndpoints.get, async ({ db, params }) => getDeviceGroup(db, params)),

  route(deviceGroupEndpoints.create, async (context) => {
    const { db, params, body } = context
    const { locationId } = params
    return db.transaction(async (tx) => {
      const deviceGroupId = await insertDeviceGroup(tx, locationId, body.name)
      await setDevices(tx, locationId, deviceGroupId, body.deviceIds)
      const created = await getDeviceGroup(tx, { locationId, deviceGroupId })
      const entry = { action: 'device_group_created' as const, locationId, after: created.deviceGroup }
      await recordAudit(tx, auditContextOf(context), entry)
      return created
    })
  }),

  route(deviceGroupEndpoints.update, async (context) => {
    const { db, params, body } = context
    const { locationId, deviceGroupId } = params
    return db.transaction(async (tx) => {
      const before = await getDeviceGroup(tx, params)
      if ((await renameDeviceGroup(tx, locationId, deviceGroupId, body.name)) === 0)
        throw new AppError('not_found')
      await setDevices(tx, locationId, deviceGroupId, body.deviceIds)
      const after = await getDeviceGroup(tx, params)
      const changed = changedFields<DeviceGroupRow>(before.deviceGroup, after.deviceGroup)
      if (changed)
        await recordAudit(tx, auditContextOf(context), {
          action: 'device_group_changed',
          locationId,
          ...changed,
        })
      return after
    })
  }),

  route(deviceGroupEndpoints.remove, async (context) => {
    const { db, params } = context
    const { locationId, deviceGroupId } = params
    await db.transaction(async (tx) => {
      const { deviceGroup: before } = await getDeviceGroup(tx, params)
      if ((await deleteDeviceGroup(tx, locationId, deviceGroupId)) === 0) throw new AppError('not_found')
      await recordAudit(tx, auditContextOf(context), { action: 'device_group_deleted', locationId, before })
    })
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
