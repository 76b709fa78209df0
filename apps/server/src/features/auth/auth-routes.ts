import { authEndpoints } from '@ohmstead/contract/auth'
import { isUnattended } from '../../platform/http/unattended.ts'
import { type Route, route } from '../../route.ts'
import { askSecondFactor } from '../account/second-factor/ask-second-factor.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { openSession } from './open-session.ts'
import { endSession, findUserSession, sessionSeconds } from './session.ts'
import { clearSessionCookie, readSessionToken, setSessionCookie } from './session-cookie.ts'
import { checkPassword } from './sign-in.ts'
import { getUserView, updateUserSettings } from './user-queries.ts'

export const authRoutes: Route[] = [
  route(authEndpoints.login, async ({ deps, body, request, reply }) => {
    const userId = await checkPassword(deps, request, body)
    const { staySignedIn } = body
    await askSecondFactor(deps, { reply }, { userId, staySignedIn })
    return {
      user: await openSession(deps, { request, reply }, { userId, staySignedIn, way: 'password' }),
    }
  }),

  route(authEndpoints.logout, async (context) => {
    const { db, deps, actor, request, reply } = context
    const token = readSessionToken(deps, request)
    if (token)
      await db.transaction(async (tx) => {
        if (actor)
          await recordAudit(tx, auditContextOf(context), { action: 'sign_out', userId: actor.userId })
        await endSession(tx, token)
      })
    clearSessionCookie(deps, reply)
    // Not the cookies: that this browser is known stays, and so does the consent. Nor the cache: no answer of
    // the API is ever in it.
    reply.header('clear-site-data', '"storage"')
  }),

  route(authEndpoints.user, async ({ db, deps, actor, request, reply }) => {
    // A long session's cookie ends with the session, so extending one renews the other.
    if (!isUnattended(request)) {
      const token = readSessionToken(deps, request)!
      const session = await findUserSession(db, token, deps.clock.now())
      if (session?.staySignedIn) setSessionCookie(deps, reply, token, sessionSeconds(true))
    }
    return { user: await getUserView(db, actor) }
  }),

  route(authEndpoints.updateSettings, async ({ db, actor, body }) => {
    await updateUserSettings(db, actor.userId, body)
    return { user: await getUserView(db, actor) }
  }),
]
