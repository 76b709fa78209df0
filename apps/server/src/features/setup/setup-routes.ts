import { setupEndpoints } from '@ohmstead/contract/setup'
import { activeRole } from '@ohmstead/domain/access/permission'
import { includesRole } from '@ohmstead/domain/access/role'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf } from '../audit/record-audit.ts'
import { holdLocation } from '../controllers/controller-queries.ts'
import { peopleScopeOf } from '../people/people-queries.ts'
import { findController } from './find-controller.ts'
import { guardSerial } from './guard-serials.ts'
import { linkController, readUnit } from './link-controller.ts'
import { setUpLocation } from './set-up-location.ts'
import { countAvailableUsers, findAvailableUsers, findOneself } from './setup-queries.ts'

export const setupRoutes: Route[] = [
  route(setupEndpoints.find, async (context) => {
    const { db, deps, actor, body } = context
    const ask = () => findController(db, actor, body.unitId, deps.clock.now())
    return guardSerial(context, ask, ({ state }) => state === 'not_found' || state === 'linked_to_other')
  }),
  route(setupEndpoints.create, async (context) => {
    const { db, deps, actor, body } = context
    const given = readUnit(body)
    const audit = auditContextOf(context)
    const answer = await guardSerial(context, () => setUpLocation(db, audit, actor, body, given))
    void deps.link.storeWaiting(given.serial)
    return answer
  }),
  route(setupEndpoints.assign, async (context) => {
    const { db, deps, actor, body, params } = context
    const given = readUnit(body)
    const audit = auditContextOf(context)
    const link = () =>
      db.transaction(async (tx) => {
        if (!(await holdLocation(tx, params.locationId))) throw new AppError('not_found')
        const wanted = { given, locationId: params.locationId }
        return { controller: await linkController(tx, audit, actor, wanted) }
      })
    const answer = await guardSerial(context, link)
    void deps.link.storeWaiting(given.serial)
    return answer
  }),
  route(setupEndpoints.availableUsers, async ({ db, actor, query }) => {
    if (!includesRole(activeRole(actor), 'ROLE_AGGREGATOR'))
      return { users: await findOneself(db, actor.userId), total: 1 }
    const scope = peopleScopeOf(actor)
    return {
      users: await findAvailableUsers(db, scope, query.search),
      total: await countAvailableUsers(db, scope, query.search),
    }
  }),
  route(setupEndpoints.companyUsers, async ({ db, params, query }) => ({
    users: await findAvailableUsers(db, [params.companyId], query.search),
    total: await countAvailableUsers(db, [params.companyId], query.search),
  })),
]
