import { sessionEndpoints } from '@ohmstead/contract/account-sessions'
import { AppError } from '../../../platform/app-error.ts'
import { notifyLive } from '../../../platform/live/notify-live.ts'
import { hashToken } from '../../../platform/random-token.ts'
import { type Route, route } from '../../../route.ts'
import { auditContextOf, recordAudit } from '../../audit/record-audit.ts'
import { describeBrowser } from '../../auth/describe-browser.ts'
import { proveIdentity } from '../../auth/prove-identity.ts'
import { endUserSessions } from '../../auth/session.ts'
import { readSessionToken } from '../../auth/session-cookie.ts'
import { deleteOwnSession, listSessions } from './session-list-queries.ts'

export const sessionRoutes: Route[] = [
  route(sessionEndpoints.list, async ({ db, deps, actor, request }) => {
    const tokenHash = hashToken(readSessionToken(deps, request)!)
    const rows = await listSessions(db, { userId: actor.userId, tokenHash, now: deps.clock.now() })
    return { sessions: rows.map((row) => ({ ...row, ...describeBrowser(row.user_agent) })) }
  }),

  route(sessionEndpoints.end, async (context) => {
    const { db, actor, params } = context
    await db.transaction(async (tx) => {
      const isEnded = await deleteOwnSession(tx, actor.userId, params.sessionId)
      if (!isEnded) throw new AppError('not_found')
      await recordAudit(tx, auditContextOf(context), { action: 'session_ended', userId: actor.userId })
      await notifyLive(tx, { t: 'access', user: actor.userId })
    })
  }),

  route(sessionEndpoints.endOthers, async (context) => {
    const { db, deps, actor, body, request } = context
    await proveIdentity(deps, { actor, password: body.password, request })
    return db.transaction(async (tx) => {
      const ended = await endUserSessions(tx, actor.userId, readSessionToken(deps, request))
      const entry = { action: 'session_ended' as const, userId: actor.userId, after: { ended } }
      if (ended > 0) await recordAudit(tx, auditContextOf(context), entry)
      return { ended }
    })
  }),
]
