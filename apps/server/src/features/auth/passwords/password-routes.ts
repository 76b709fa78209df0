import { passwordEndpoints } from '@ohmstead/contract/auth-passwords'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { type Route, route } from '../../../route.ts'
import { unlockCodes } from '../../account/second-factor/wrong-codes.ts'
import { auditContextOf, recordAudit } from '../../audit/record-audit.ts'
import { giveDevice } from '../device-cookie.ts'
import { findAsker } from '../find-asker.ts'
import { hashPassword, verifyPassword } from '../password-hash.ts'
import { findLinkToken, tokenProblem, useLinkToken, voidLinkTokens } from '../registration/link-token.ts'
import { markEmailVerified } from '../registration/registration-queries.ts'
import { endUserSessions, findUserSession, renewSessionToken, sessionSeconds } from '../session.ts'
import { readSessionToken, setSessionCookie } from '../session-cookie.ts'
import {
  forgiveSignIns,
  takeMailRequest,
  takeMailTo,
  takePersonAttempt,
  takeTokenGuess,
} from '../sign-in-attempts.ts'
import { findUserByEmail, updatePasswordHash } from '../user-queries.ts'
import { checkNewPassword } from './check-new-password.ts'
import { mailPasswordChanged, mailPasswordReset } from './password-mails.ts'
import { getPerson, setFirstLocale } from './person-queries.ts'

export const passwordRoutes: Route[] = [
  route(passwordEndpoints.forgotten, async ({ db, deps, body, request }) => {
    const now = deps.clock.now()
    const asker = await findAsker(deps, request, body.email)
    await takeMailRequest(deps, asker, 'reset')
    // After the answer, so that its duration does not reveal whether there is a user.
    deps.background.run('forgotten password', async () => {
      const user = await findUserByEmail(db, body.email)
      if (!user || user.disabled_at !== null) return
      await db.transaction(async (tx) => {
        if (!(await takeMailTo(tx, asker, 'reset', now))) return
        // The name in an unconfirmed account may come from a stranger.
        const first_name = user.email_verified_at === null ? '' : user.first_name
        await mailPasswordReset(tx, { ...user, email: body.email, first_name }, deps)
      })
    })
  }),

  route(passwordEndpoints.reset, async ({ db, deps, body, request, reply }) => {
    const now = deps.clock.now()
    const row = await findLinkToken(db, body.token)
    if (!row) await takeTokenGuess(deps, request)
    const problem = tokenProblem(row, 'reset_password', now)
    if (!row || problem) throw new AppError(problem ?? 'token_missing')
    const person = await getPerson(db, row.user_id)
    await checkNewPassword(body.password, [person.email, person.first_name, person.last_name])
    const passwordHash = await hashPassword(body.password)
    await db.transaction(async (tx) => {
      const { userId, email } = await useLinkToken(tx, body.token, 'reset_password', now)
      // The mail has proven the address, too.
      const found = await markEmailVerified(tx, userId, email, now)
      if (found === 0) throw new AppError('token_missing')
      await updatePasswordHash(tx, userId, passwordHash)
      if (body.locale) await setFirstLocale(tx, userId, body.locale)
      await voidLinksOfOthers(tx, userId)
      await endUserSessions(tx, userId, null)
      await unlockCodes(tx, userId)
      await forgiveSignIns(tx, { email, address: request.ip })
      await mailPasswordChanged(tx, await getPerson(tx, userId), deps)
      const audit = { actor: { userId }, address: request.ip, at: now }
      await recordAudit(tx, audit, { action: 'password_reset', userId })
    })
    // Whoever has the mail need not wait because of others' guesses.
    giveDevice(deps, { request, reply }, { id: person.id, password_hash: passwordHash }, { signedIn: false })
  }),

  route(passwordEndpoints.change, async (context) => {
    const { db, deps, actor, body, request, reply } = context
    const person = await getPerson(db, actor.userId)
    const forgive = await takePersonAttempt(deps, 'password', actor.userId)
    const { isRight } = await verifyPassword(body.current_password, person.password_hash)
    if (!isRight) throw new AppError('current_password_wrong', { fields: { current_password: 'is_not' } })
    await forgive()
    await checkNewPassword(body.password, [person.email, person.first_name, person.last_name])
    const passwordHash = await hashPassword(body.password)
    const token = readSessionToken(deps, request)!
    const session = await findUserSession(db, token, deps.clock.now())
    const renewed = await db.transaction(async (tx) => {
      await updatePasswordHash(tx, actor.userId, passwordHash)
      await voidLinksOfOthers(tx, actor.userId)
      await endUserSessions(tx, actor.userId, token)
      await mailPasswordChanged(tx, person, deps)
      await recordAudit(tx, auditContextOf(context), { action: 'password_changed', userId: actor.userId })
      return renewSessionToken(tx, token)
    })
    giveDevice(
      deps,
      { request, reply },
      { id: actor.userId, password_hash: passwordHash },
      { signedIn: true },
    )
    setSessionCookie(deps, reply, renewed, session?.staySignedIn ? sessionSeconds(true) : null)
  }),
]

/** People who started an address change, or had a link to set a password, may be whom the new password is to lock out. */
async function voidLinksOfOthers(tx: Queryable, userId: number): Promise<void> {
  await voidLinkTokens(tx, userId, 'change_email')
  await voidLinkTokens(tx, userId, 'reset_password')
}
