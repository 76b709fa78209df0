import { registrationEndpoints } from '@ohmstead/contract/registration'
import { AppError } from '../../platform/app-error.ts'
import { findPageHost } from '../../platform/http/cross-origin.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { confirmNewEmail } from '../account/change-email.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { takeMailAttempt, takeTokenAttempt } from '../auth/door-attempts.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { findUserByEmail } from '../auth/user-queries.ts'
import { checkNewPassword } from '../passwords/check-new-password.ts'
import { findBrand } from '../site/brand-queries.ts'
import { findLinkToken, tokenProblem, useLinkToken } from './link-token.ts'
import { mailAlreadyRegistered, mailVerification } from './mail-verification.ts'
import { insertPerson, markEmailVerified, setHomeCompany } from './registration-queries.ts'

export const registrationRoutes: Route[] = [
  route(registrationEndpoints.register, async ({ db, deps, body, request }) => {
    const { email, locale, password, first_name: firstName, last_name: lastName } = body
    await checkNewPassword(password, [email, firstName, lastName])
    await takeMailAttempt(deps, request, email)
    const passwordHash = await hashPassword(password)
    const [now, address] = [deps.clock.now(), request.ip]
    const pageHost = findPageHost(deps.settings, request)
    // After the answer, so that its time does not tell whether the address had an account.
    deps.background.run('registration', () =>
      db.transaction(async (tx) => {
        const person = { email, firstName, lastName, locale }
        const userId = await insertPerson(tx, person, { passwordHash, verified: false, now })
        if (userId === null) return mailAlreadyRegistered(tx, { email, locale }, deps)
        const brand = await findBrand(tx, { host: pageHost })
        if (brand) await setHomeCompany(tx, userId, brand.id)
        const audit = { actor: null, address, at: now }
        await recordAudit(tx, audit, { action: 'user_registered', userId })
        await mailVerification(tx, { userId, email, locale }, deps)
      }),
    )
  }),

  route(registrationEndpoints.verifyEmail, async ({ db, deps, body, request }) => {
    const forgive = await takeTokenAttempt(deps, request)
    if ((await findLinkToken(db, body.token))?.action === 'change_email') {
      await confirmNewEmail(deps, request, body.token)
      return forgive()
    }
    await db.transaction(async (tx) => {
      const { userId, email } = await useLinkToken(tx, body.token, 'verify_email', deps.clock.now())
      const verified = await markEmailVerified(tx, userId, email, deps.clock.now())
      if (verified === 0) throw new AppError('token_missing')
      const audit = { actor: { userId }, address: request.ip, at: deps.clock.now() }
      await recordAudit(tx, audit, { action: 'email_verified', userId })
    })
    await forgive()
  }),

  route(registrationEndpoints.resendVerification, async ({ db, deps, body, request }) => {
    await takeMailAttempt(deps, request, body.email)
    deps.background.run('resend verification', async () => {
      const user = await findUserByEmail(db, body.email)
      if (!user || user.email_verified_at !== null || user.disabled_at !== null) return
      await db.transaction((tx) =>
        mailVerification(tx, { userId: user.id, email: body.email, locale: user.locale }, deps),
      )
    })
  }),

  route(registrationEndpoints.checkToken, async ({ db, deps, body, request }) => {
    const forgive = await takeTokenAttempt(deps, request)
    const row = await findLinkToken(db, body.token)
    if (!row) return { state: 'missing' as const, action: null }
    await forgive()
    const problem = tokenProblem(row, row.action, deps.clock.now())
    const state = { token_used: 'confirmed', token_expired: 'expired', token_missing: 'missing' } as const
    return { state: problem ? state[problem] : ('ok' as const), action: row.action }
  }),
]
