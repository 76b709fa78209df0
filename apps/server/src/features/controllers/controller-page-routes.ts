import { controllerPageEndpoints } from '@ohmstead/contract/controllers-page'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { findDevice } from '../devices/device-queries.ts'
import { sendCommandIn } from '../link/commands.ts'
import { buildConnectivity } from './build-connectivity.ts'
import {
  commandsPerPage,
  countCommands,
  findCommands,
  findConnection,
  findConnectionChanges,
  findControllerPage,
  findMessages,
  findRealtime,
  renameController,
  saveRealtime,
} from './controller-page-queries.ts'
import { findRefusals } from './controller-queries.ts'

const dayMs = 86_400_000
/** A faster pace ends by itself. */
const realtimeSeconds = 600
const realtimePace = { period: 2, ttl: realtimeSeconds }
/** The slowest pace that can be asked for, and for no longer than a moment: the controller returns to its own. */
const ownPace = { period: 60, ttl: 1 }

export const controllerPageRoutes: Route[] = [
  route(controllerPageEndpoints.one, async ({ db, deps, params }) => {
    const page = await findControllerPage(db, params, deps.clock.now())
    if (!page) throw new AppError('not_found')
    const refusals = await findRefusals(db, [page.id])
    return {
      controller: { ...page, refusals: refusals.map(({ controller_id: _, ...refusal }) => refusal) },
    }
  }),

  route(controllerPageEndpoints.rename, async (context) => {
    const { db, params, body } = context
    const { alias } = body
    return db.transaction(async (tx) => {
      const before = await renameController(tx, params, alias)
      if (!before) throw new AppError('not_found')
      const changed = changedFields(before, { alias })
      const audit = { action: 'controller_renamed' as const, ...params }
      if (changed) await recordAudit(tx, auditContextOf(context), { ...audit, ...changed })
      return { alias }
    })
  }),

  route(controllerPageEndpoints.connectivity, async ({ db, deps, params, query }) => {
    const controller = await getConnection(db, params)
    const to = deps.clock.now()
    const from = Math.min(to, Math.max(to - query.days * dayMs, controller.since))
    const changes = await findConnectionChanges(db, params.controllerId, { from, to })
    return buildConnectivity({ from, to }, changes, controller)
  }),

  route(controllerPageEndpoints.messages, async ({ db, deps, params }) => {
    const { unit_id, since } = await getConnection(db, params)
    await deps.link.watchMessages(unit_id)
    return { messages: await findMessages(db, params.controllerId, since) }
  }),

  route(controllerPageEndpoints.commands, async ({ db, deps, params, query }) => {
    const { since } = await getConnection(db, params)
    const { deviceId, page } = query
    const device = deviceId === undefined ? null : await findDevice(db, params.locationId, deviceId)
    if (deviceId !== undefined && device?.controller_id !== params.controllerId)
      throw new AppError('not_found')
    const filter = { ...params, since, device: device?.source_key ?? null, page }
    return {
      commands: await findCommands(db, filter, deps.clock.now()),
      total: await countCommands(db, filter),
      page,
      page_size: commandsPerPage,
    }
  }),

  route(controllerPageEndpoints.setRealtime, async (context) => {
    const { db, deps, params, body, actor } = context
    const { controllerId } = params
    return db.transaction(async (tx) => {
      await getConnection(tx, params)
      const now = deps.clock.now()
      await sendCommandIn(tx, now, {
        controllerId,
        op: 'realtime',
        args: body.active ? realtimePace : ownPace,
        ttlSeconds: 30,
        audit: auditContextOf(context),
      })
      const until = body.active ? now + realtimeSeconds * 1000 : null
      await saveRealtime(tx, controllerId, { until, userId: body.active ? actor.userId : null })
      return { realtime: await findRealtime(tx, controllerId, now) }
    })
  }),
]

async function getConnection(db: Queryable, params: { locationId: number; controllerId: number }) {
  const connection = await findConnection(db, params)
  if (!connection) throw new AppError('not_found')
  return connection
}
