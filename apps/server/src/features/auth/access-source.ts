import type { AccessSource } from '../../platform/http/register-routes.ts'
import { findResource } from './resource-queries.ts'
import { findActor, watchActor } from './session.ts'
import { readSessionToken } from './session-cookie.ts'

/** Identity and scope of every request, for the platform to decide on. */
export const accessSource: AccessSource = {
  findActor: async (deps, request, { isUse }) => {
    const token = readSessionToken(deps, request)
    if (token === null) return null
    return (isUse ? findActor : watchActor)(deps.db, token, deps.clock.now())
  },
  findResource: async (deps, actor, params) => (actor ? findResource(deps.db, actor, params) : null),
}
