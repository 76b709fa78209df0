import { deviceEndpoints } from '@ohmstead/contract/devices'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf } from '../audit/record-audit.ts'
import { findDevice, findParameterChanges } from './device-queries.ts'
import { setParameter } from './set-parameter.ts'

export const deviceRoutes: Route[] = [
  route(deviceEndpoints.one, async ({ db, deps, params }) => ({
    device: await getDevicePage(db, params, deps.clock.now()),
  })),
  route(deviceEndpoints.setParameter, async (context) => {
    const { db, params, body } = context
    return db.transaction((tx) => setParameter(tx, params, body, auditContextOf(context)))
  }),
]

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
