import type { ControllerUpdateView } from '@ohmstead/contract/updates-controller'
import { controllerUpdateEndpoints } from '@ohmstead/contract/updates-controller'
import { compareVersions } from '@ohmstead/domain/fleet/software-version'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { sendCommandIn } from '../link/commands.ts'
import {
  findNewestUpdate,
  findSuitableImages,
  findUpdatingController,
  insertUpdate,
  lockOwnUpdate,
} from './controller-update-queries.ts'
import { endUpdate, saveState } from './update-queries.ts'

interface Ids {
  locationId: number
  controllerId: number
}

/** How long the hint to poll now is worth anything; the controller polls by itself as well. */
const hintSeconds = 120

export const controllerUpdateRoutes: Route[] = [
  route(controllerUpdateEndpoints.one, ({ db, params }) => getState(db, params)),

  route(controllerUpdateEndpoints.start, async (context) => {
    const { db, deps, params, body, actor } = context
    const { controllerId } = params
    return db.transaction(async (tx) => {
      const { can_update, online, version, available } = await getState(tx, params)
      if (!can_update || available?.image_id !== body.imageId) throw new AppError('not_found')
      if (!online) throw new AppError('controller_offline')
      const now = deps.clock.now()
      const wanted = { controllerId, imageId: body.imageId, fromVersion: version, userId: actor.userId, now }
      if (!(await insertUpdate(tx, wanted))) throw new AppError('update_under_way')
      const audit = auditContextOf(context)
      const versions = { before: { version }, after: { version: available.version } }
      await recordAudit(tx, audit, { action: 'update_requested', ...params, ...versions })
      await sendCommandIn(tx, now, {
        controllerId,
        op: 'update.check',
        args: {},
        ttlSeconds: hintSeconds,
        audit: null,
      })
      return getState(tx, params)
    })
  }),

  route(controllerUpdateEndpoints.cancel, async (context) => {
    const { db, deps, params } = context
    return db.transaction(async (tx) => {
      await getState(tx, params)
      const update = await lockOwnUpdate(tx, params.controllerId)
      // It has ended, or somebody else was quicker.
      if (!update) return getState(tx, params)
      if (update.state === 'in_progress') await saveState(tx, update.id, 'cancelling')
      else await endUpdate(tx, update.id, { state: 'cancelled', now: deps.clock.now() })
      const before = { version: update.version }
      await recordAudit(tx, auditContextOf(context), { action: 'update_cancelled', ...params, before })
      return getState(tx, params)
    })
  }),
]

async function getState(db: Queryable, ids: Ids): Promise<ControllerUpdateView> {
  const controller = await findUpdatingController(db, ids)
  if (!controller) throw new AppError('not_found')
  const { can_update, online, version } = controller
  const images = can_update ? await findSuitableImages(db, controller.id) : []
  const newer = images.filter((image) => version === null || compareVersions(image.version, version) > 0)
  const available = newer.sort((a, b) => compareVersions(b.version, a.version))[0] ?? null
  const update = (await findNewestUpdate(db, controller.id)) ?? null
  return { can_update, online, version, available, update }
}
