import { impersonationEndpoints } from '@ohmstead/contract/impersonation'
import type { UserView } from '@ohmstead/contract/users'
import { decideUserActions } from '@ohmstead/domain/access/manage-user'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { AuditAction } from '@ohmstead/domain/audit/audit-actions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { createToken, hashToken } from '../../platform/random-token.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { findUserSession, sessionSeconds } from '../auth/session.ts'
import { readSessionToken, setSessionCookie } from '../auth/session-cookie.ts'
import { getUserView } from '../auth/user-queries.ts'
import { findPerson, toManagedUser } from '../people/people-queries.ts'
import { setActingAs } from './impersonation-queries.ts'

export const impersonationRoutes: Route[] = [
  route(impersonationEndpoints.start, async (context) => {
    const { db, actor, body } = context
    const person = await findPerson(db, null, body.userId)
    if (!person) throw new AppError('not_found')
    const isAllowed = decideUserActions(actor, toManagedUser(person)).impersonate
    // Acting as a disabled user is impossible; the session would end at once.
    if (!isAllowed || person.disabled_at !== null) throw new AppError('not_allowed')
    return { user: await switchPerson(context, 'impersonation_started', body.userId) }
  }),

  route(impersonationEndpoints.stop, async (context) => {
    if (context.actor.impersonatorId === undefined) throw new AppError('not_impersonating')
    return { user: await switchPerson(context, 'impersonation_stopped', null) }
  }),
]

interface Caller {
  deps: Deps
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
}

/** A new token with each change of person, so that an earlier one opens nothing new; open streams are authorised again. */
async function switchPerson(
  { deps, actor, request, reply }: Caller,
  action: AuditAction,
  actingAsId: number | null,
): Promise<UserView> {
  const token = readSessionToken(deps, request)!
  const renewed = createToken()
  await deps.db.transaction(async (tx) => {
    const session = { tokenHash: hashToken(token), newTokenHash: hashToken(renewed), actingAsId }
    if ((await setActingAs(tx, session)) === 0) throw new AppError('not_signed_in')
    const userId = actingAsId ?? actor.userId
    await recordAudit(tx, auditContextOf({ actor, deps, request }), { action, userId })
    await notifyLive(tx, { t: 'access', user: actor.userId })
  })
  const session = await findUserSession(deps.db, renewed, deps.clock.now())
  if (!session) throw new AppError('not_signed_in')
  setSessionCookie(deps, reply, renewed, session.staySignedIn ? sessionSeconds(true) : null)
  return getUserView(deps.db, session.actor)
}
