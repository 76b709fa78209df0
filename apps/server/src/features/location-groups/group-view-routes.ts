import { groupViewEndpoints } from '@ohmstead/contract/location-groups-views'
import type { Actor } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import {
  countGroupChanges,
  deleteGroupView,
  findGroupViews,
  noteGroupVisit,
  saveGroupView,
} from './group-view-queries.ts'

const mostViews = 30
const sameVisitMs = 30 * 60_000

export const groupViewRoutes: Route[] = [
  route(groupViewEndpoints.list, async ({ db, actor, params }) => ({
    views: await findGroupViews(db, actor.userId, params.locationGroupId),
  })),
  route(groupViewEndpoints.create, async ({ db, deps, actor, params, body }) => {
    const { userId } = actor
    const view = await db.transaction((tx) =>
      saveGroupView(tx, { ...params, ...body, userId, at: deps.clock.now(), most: mostViews }),
    )
    if (!view) throw new AppError('too_many_views')
    return { view }
  }),
  route(groupViewEndpoints.remove, async ({ db, actor, params }) => {
    const { groupViewId: id, locationGroupId } = params
    await deleteGroupView(db, { id, userId: actor.userId, locationGroupId })
  }),
  route(groupViewEndpoints.visit, async ({ db, deps, actor, params }) => {
    const { locationGroupId } = params
    const at = deps.clock.now()
    const since = await noteGroupVisit(db, {
      ...{ userId: actor.userId, locationGroupId, at, sameWithinMs: sameVisitMs },
    })
    const none = {
      alarms_raised: 0,
      alarms_open: 0,
      alarms_ended: 0,
      locations_added: 0,
      controllers_added: 0,
    }
    if (since === null) return { since, ...none, newest: [] }
    return { since, ...(await countGroupChanges(db, actor as Actor, locationGroupId, since)) }
  }),
]
