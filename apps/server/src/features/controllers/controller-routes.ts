import { findAdapter } from '@ohmstead/adapters/all-adapters'
import { controllerEndpoints } from '@ohmstead/contract/controllers'
import { activeRole, decide } from '@ohmstead/domain/access/permission'
import { includesRole } from '@ohmstead/domain/access/role'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { findResource } from '../auth/resource-queries.ts'
import { notifyLink } from '../link/link-notices.ts'
import {
  countCompanyControllers,
  findCompanyControllers,
  findControllerOfCompany,
  pageSize,
} from './company-controller-queries.ts'
import {
  findController,
  findControllers,
  findDevices,
  findRefusals,
  renameDevice,
  setDeviceCategory,
} from './controller-queries.ts'
import { listProtocols, nameOfProtocol } from './device-setups.ts'
import { findImplausibleValues } from './implausible-value-queries.ts'
import {
  createController,
  describeConnection,
  removeController,
  renewCredentials,
} from './issue-controller.ts'

export const controllerRoutes: Route[] = [
  route(controllerEndpoints.create, async (context) => {
    const { db, deps, actor, body } = context
    const { kind, protocol, locationId, alias } = body
    const decision = decide(actor, 'location.edit', await findResource(db, actor, { locationId }))
    if (decision !== 'allowed') throw new AppError(decision)
    const limitedUserId = includesRole(activeRole(actor), 'ROLE_AGGREGATOR') ? null : actor.userId
    const wanted = { kind, protocol, locationId, alias: alias || nameOfProtocol(protocol), limitedUserId }
    return createController(deps, auditContextOf(context), wanted)
  }),
  route(controllerEndpoints.list, async ({ db, params }) => {
    const controllers = await findControllers(db, params.locationId)
    const refusals = await findRefusals(
      db,
      controllers.map((controller) => controller.id),
    )
    const byController = Map.groupBy(refusals, (refusal) => refusal.controller_id)
    return {
      controllers: controllers.map((controller) => ({
        ...controller,
        refusals: (byController.get(controller.id) ?? []).map(({ controller_id: _, ...refusal }) => refusal),
      })),
    }
  }),
  route(controllerEndpoints.implausible, async ({ db, params }) => {
    const controller = await findController(db, params)
    if (!controller) throw new AppError('not_found')
    return { values: await findImplausibleValues(db, controller.id) }
  }),
  route(controllerEndpoints.renewCredentials, async (context) =>
    renewCredentials(context.deps, auditContextOf(context), context.params),
  ),
  route(controllerEndpoints.protocols, async () => ({ protocols: listProtocols() })),
  route(controllerEndpoints.connection, async ({ deps, params }) => describeConnection(deps, params)),
  route(controllerEndpoints.remove, async (context) =>
    removeController(context.deps, auditContextOf(context), context.params),
  ),
  route(controllerEndpoints.company, async ({ db, params: { companyId }, query }) => {
    const { search, connected, page } = query
    const filter = { search, isConnected: connected === undefined ? null : connected === 'true', page }
    return {
      controllers: await findCompanyControllers(db, companyId, filter),
      total: await countCompanyControllers(db, companyId, filter),
      page,
      page_size: pageSize,
    }
  }),
  route(controllerEndpoints.companyOne, async ({ db, params }) => {
    const controller = await findControllerOfCompany(db, params.companyId, params.controllerId)
    if (!controller) throw new AppError('not_found')
    const refusals = await findRefusals(db, [controller.id])
    const devices = await findDevices(db, controller.location.id)
    return {
      controller: {
        ...controller,
        refusals: refusals.map(({ controller_id: _, ...refusal }) => refusal),
        devices: devices
          .filter((device) => device.controller_id === controller.id)
          .map(({ id, key, name, category, model, newest_at }) => ({
            id,
            key,
            name,
            category,
            model,
            newest_at,
          })),
      },
    }
  }),
  route(controllerEndpoints.companyImplausible, async ({ db, params }) => {
    const controller = await findControllerOfCompany(db, params.companyId, params.controllerId)
    if (!controller) throw new AppError('not_found')
    return { values: await findImplausibleValues(db, controller.id) }
  }),
  route(controllerEndpoints.devices, async ({ db, params }) => ({
    devices: await findDevices(db, params.locationId),
  })),
  route(controllerEndpoints.renameDevice, async (context) => {
    const { params, body } = context
    const { locationId, deviceId } = params
    return context.db.transaction(async (tx) => {
      const before = await getDevice(tx, locationId, deviceId)
      await renameDevice(tx, deviceId, body.name)
      const device = await getDevice(tx, locationId, deviceId)
      const changed = changedFields({ name: before.name }, { name: device.name })
      if (changed)
        await recordAudit(tx, auditContextOf(context), { action: 'device_renamed', locationId, ...changed })
      return { device }
    })
  }),
  route(controllerEndpoints.setCategory, async (context) => {
    const { params, body } = context
    const { locationId, deviceId } = params
    return context.db.transaction(async (tx) => {
      const before = await getDevice(tx, locationId, deviceId)
      const controller = await findController(tx, { locationId, controllerId: before.controller_id })
      // Our own controllers say themselves what their devices are.
      if (!controller || findAdapter(controller.protocol) === null) throw new AppError('not_allowed')
      const { category, seen } = body
      const role = await setDeviceCategory(tx, { deviceId, controllerId: controller.id, category })
      // What an adapter takes it for may change meanwhile, and is no choice of a person.
      if (role !== null && role !== seen && role !== category) throw new AppError('edited_meanwhile')
      // To confirm what its adapter took it for changes nothing to be seen, but from now on it stays.
      if (role !== category) {
        await recordAudit(tx, auditContextOf(context), {
          action: 'device_category_set',
          locationId,
          before: { category: role ?? before.category },
          after: { category },
        })
        await notifyLink(tx, { t: 'mapping', serial: controller.unit_id })
      }
      return { device: await getDevice(tx, locationId, deviceId) }
    })
  }),
]

async function getDevice(db: Queryable, locationId: number, deviceId: number) {
  const device = (await findDevices(db, locationId)).find(({ id }) => id === deviceId)
  if (!device) throw new AppError('not_found')
  return device
}
