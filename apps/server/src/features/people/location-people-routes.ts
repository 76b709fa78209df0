import { locationPeopleEndpoints } from '@ohmstead/contract/people'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf } from '../audit/record-audit.ts'
import { getOwnFlags, grantAccess, mayChangeAccess, noAccess, removeAccess } from './change-access.ts'
import { handOverLocation, leaveLocation } from './hand-over-location.ts'
import { findLocationPeople } from './location-people-queries.ts'

export const locationPeopleRoutes: Route[] = [
  route(locationPeopleEndpoints.list, async ({ db, actor, params }) =>
    listPeople(db, actor, params.locationId),
  ),

  route(locationPeopleEndpoints.grant, async (context) => {
    const { db, actor, params, body } = context
    await db.transaction((tx) => grantAccess(tx, auditContextOf(context), actor, { ...params, flags: body }))
    return listPeople(db, actor, params.locationId)
  }),

  route(locationPeopleEndpoints.remove, async (context) => {
    const { db, deps, actor, params } = context
    await db.transaction((tx) => removeAccess(tx, auditContextOf(context), actor, params, deps))
  }),

  route(locationPeopleEndpoints.handOver, async (context) => {
    const { db, deps, actor, params, body } = context
    const request = { ...params, ...body }
    const owner = await db.transaction((tx) =>
      handOverLocation(tx, auditContextOf(context), actor, request, deps),
    )
    return { owner }
  }),

  route(locationPeopleEndpoints.leave, async (context) => {
    const { db, actor, params } = context
    await db.transaction((tx) => leaveLocation(tx, auditContextOf(context), actor, params.locationId))
  }),
]

async function listPeople(db: Queryable, actor: Actor, locationId: number) {
  const own = await getOwnFlags(db, actor, locationId)
  const people = await findLocationPeople(db, locationId)
  return {
    users: people.map(({ locale: _, ...person }) => ({
      ...person,
      can_change: mayChangeAccess(actor, own, person, noAccess),
    })),
  }
}
