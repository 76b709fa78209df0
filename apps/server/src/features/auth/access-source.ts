import type { AccessSource } from '../../platform/http/register-routes.ts'
import { networkOf } from '../../platform/network-of.ts'
import { createTurnsOfEach } from '../../platform/turns.ts'
import { findResource } from './resource-queries.ts'
import { findActor, watchActor } from './session.ts'
import { readSessionToken } from './session-cookie.ts'

// Concurrent session lookups per network: forged ones would otherwise keep others' pages from the database.
const atOnce = 4

/** Identity and scope of every request, for the platform's decision. */
export function createAccessSource(): AccessSource {
  const takeTurn = createTurnsOfEach(atOnce)
  return {
    findActor: async (deps, request, { isUse }) => {
      const token = readSessionToken(deps, request)
      if (token === null) return null
      const find = isUse ? findActor : watchActor
      return takeTurn(networkOf(request.ip), () => find(deps.db, token, deps.clock.now()))
    },
    findResource: async (deps, actor, params) => (actor ? findResource(deps.db, actor, params) : null),
  }
}
