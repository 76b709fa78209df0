import { deviceEndpoints } from '@ohmstead/contract/devices'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { type AuditContext, auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { notifyLive } from '../link/link-notices.ts'
import { changeStates } from '../telemetry/change-states.ts'
import { endSeries, resumeSeries, type SeriesOwner } from '../telemetry/replace-series.ts'
import { countCompanyDevices, devicesPerPage, findCompanyDevices } from './company-device-queries.ts'
import {
  findDevice,
  findParameterChanges,
  findRemovedDevices,
  lockDevices,
  removeDevice,
  restoreDevice,
} from './device-queries.ts'
import { setParameter } from './set-parameter.ts'

export const deviceRoutes: Route[] = [
  route(deviceEndpoints.one, async ({ db, deps, params }) => ({
    device: await getDevicePage(db, params, deps.clock.now()),
  })),
  route(deviceEndpoints.setParameter, async (context) => {
    const { db, params, body } = context
    return db.transaction((tx) => setParameter(tx, params, body, auditContextOf(context)))
  }),
  route(deviceEndpoints.remove, async (context) => {
    const { deps, params, query } = context
    const { kept: keptId } = query
    const owners = await changeStates(context.db, params.locationId, async (tx) => {
      // Of two that measure the same, two people must not take out one each.
      await lockDevices(tx, [params.deviceId, ...(keptId === undefined ? [] : [keptId])])
      const device = await findDevice(tx, params.locationId, params.deviceId)
      if (!device) throw new AppError('not_found')
      const kept = keptId === undefined ? null : await findDevice(tx, params.locationId, keptId)
      if (keptId !== undefined && (device.is_removed || !kept || kept.is_removed || kept.id === device.id))
        throw new AppError('edited_meanwhile')
      if (device.is_removed) throw new AppError('not_found')
      const now = deps.clock.now()
      await removeDevice(tx, device.id, now)
      await noteRemoval(tx, auditContextOf(context), params, { name: device.name, removed: true })
      if (!kept) return []
      const extra = toSeriesOwner(params, device)
      await endSeries(tx, { extra, kept: toSeriesOwner(params, kept) }, now)
      return [extra]
    })
    deps.finisher.wake(owners)
  }),
  route(deviceEndpoints.restore, async (context) => {
    const { deps, params } = context
    const owners = await changeStates(context.db, params.locationId, async (tx) => {
      const device = await findDevice(tx, params.locationId, params.deviceId)
      if (!device?.is_removed) throw new AppError('not_found')
      if (device.replaced_by) throw new AppError('device_replaced')
      await restoreDevice(tx, device.id)
      await noteRemoval(tx, auditContextOf(context), params, { name: device.name, removed: false })
      const owner = toSeriesOwner(params, device)
      await resumeSeries(tx, owner)
      return [owner]
    })
    deps.finisher.wake(owners)
  }),
  route(deviceEndpoints.removed, async ({ db, params }) => ({
    devices: await findRemovedDevices(db, params.locationId),
  })),
  route(deviceEndpoints.company, async ({ db, params: { companyId }, query }) => ({
    devices: await findCompanyDevices(db, companyId, query),
    total: await countCompanyDevices(db, companyId, query.search),
    page: query.page,
    page_size: devicesPerPage,
  })),
]

const toSeriesOwner = (
  { locationId }: { locationId: number },
  { controller_id: controllerId, key: deviceKey }: { controller_id: number; key: string },
): SeriesOwner => ({ locationId, controllerId, deviceKey })

async function noteRemoval(
  tx: Queryable,
  audit: AuditContext,
  { locationId }: { locationId: number },
  { name, removed }: { name: string; removed: boolean },
): Promise<void> {
  const action = removed ? ('device_removed' as const) : ('device_restored' as const)
  await recordAudit(tx, audit, { action, locationId, before: { name } })
  await notifyLive(tx, { t: 'alarms', l: [locationId] })
}

async function getDevicePage(db: Queryable, ids: { locationId: number; deviceId: number }, now: number) {
  const device = await findDevice(db, ids.locationId, ids.deviceId)
  if (!device) throw new AppError('not_found')
  const changes = new Map(
    (await findParameterChanges(db, device, now)).map(({ name, ...change }) => [name, change]),
  )
  const { params, ...page } = device
  return {
    ...page,
    parameters: params.map((param) => ({
      ...param,
      options: param.options ?? null,
      change: changes.get(param.name) ?? null,
    })),
  }
}
