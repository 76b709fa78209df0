import type { UserView } from '@ohmstead/contract/users'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { hashToken } from '../../platform/random-token.ts'
import { deleteOldAttempts } from '../../platform/throttle.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { countSignIn } from './count-sign-ins.ts'
import { giveDevice } from './device-cookie.ts'
import { noteBrowser } from './note-browser.ts'
import { recordSignInFailure, type SignIn } from './record-sign-in.ts'
import { createSession, endSession, findUserSession, sessionSeconds } from './session.ts'
import { readSessionToken, setSessionCookie } from './session-cookie.ts'
import { deleteExpiredSessions, handOverBrowser } from './session-queries.ts'
import { cancelDeletion, getUserView, lockEnabledUser } from './user-queries.ts'

/**
 * The end of every way to sign in: ends the browser's previous session, opens one with a token that nobody could have
 * known before, and gives it to the browser, which is known as this person's from then on.
 */
export async function openSession(
  deps: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { staySignedIn, ...signIn }: SignIn & { userId: number; staySignedIn: boolean },
): Promise<UserView> {
  const { db, clock } = deps
  const { userId, way, provider } = signIn
  const now = clock.now()
  const userAgent = request.headers['user-agent'] ?? null
  const previousToken = readSessionToken(deps, request)
  await deleteExpiredSessions(db, now)
  await deleteOldAttempts(db, now)
  const opened = await db.transaction(async (tx) => {
    const owner = await lockEnabledUser(tx, userId)
    if (!owner) return null
    const audit = { actor: { userId }, address: request.ip, at: now }
    await recordAudit(tx, audit, { action: 'sign_in', userId, after: { way, provider } })
    if (await cancelDeletion(tx, userId))
      await recordAudit(tx, audit, { action: 'deletion_cancelled', userId })
    const token = await createSession(tx, { userId, staySignedIn, userAgent, address: request.ip, now })
    if (previousToken) {
      await handOverBrowser(tx, hashToken(previousToken), hashToken(token))
      await endSession(tx, previousToken)
    }
    return { token, owner }
  })
  // Disabled, perhaps after the proof was given.
  if (!opened) {
    await recordSignInFailure(deps, request, signIn)
    throw new AppError('invalid_credentials')
  }
  countSignIn(deps.metrics, way, 'succeeded')
  const { token, owner } = opened
  const session = await findUserSession(db, token, now)
  if (!session) throw new AppError('invalid_credentials')
  setSessionCookie(deps, reply, token, staySignedIn ? sessionSeconds(true) : null)
  giveDevice(deps, { request, reply }, owner, { signedIn: true })
  await noteBrowser(deps, { userId, userAgent, address: request.ip })
  return getUserView(db, session.actor)
}
