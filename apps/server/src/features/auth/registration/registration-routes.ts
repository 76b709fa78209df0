import { registrationEndpoints } from '@ohmstead/contract/auth-registration'
import { AppError } from '../../../platform/app-error.ts'
import { findPageHost } from '../../../platform/http/cross-origin.ts'
import { type Route, route } from '../../../route.ts'
import { confirmNewEmail } from '../../account/change-email.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { findBrand } from '../../site/brand-queries.ts'
import { giveDevice } from '../device-cookie.ts'
import { findAsker } from '../find-asker.ts'
import { hashPassword } from '../password-hash.ts'
import { checkNewPassword } from '../passwords/check-new-password.ts'
import { getPerson } from '../passwords/person-queries.ts'
import { takeMailRequest, takeMailTo, takeTokenGuess } from '../sign-in-attempts.ts'
import { findUserByEmail } from '../user-queries.ts'
import { checkTerms } from './check-terms.ts'
import { findLinkToken, tokenProblem, useLinkToken, voidLinkTokens } from './link-token.ts'
import { mailAlreadyRegistered, mailVerification } from './mail-verification.ts'
import {
  confirmPerson,
  findCompanyName,
  findNewestRegistration,
  insertPerson,
  setHomeCompany,
} from './registration-queries.ts'

export const registrationRoutes: Route[] = [
  route(registrationEndpoints.register, async ({ db, deps, body, request }) => {
    const { email, locale, first_name: firstName, last_name: lastName } = body
    const [now, address] = [deps.clock.now(), request.ip]
    const pageHost = findPageHost(deps.settings, request)
    await checkTerms(db, body, pageHost)
    const asker = await findAsker(deps, request, email)
    await takeMailRequest(deps, asker, 'register')
    // After the answer, so that its duration does not reveal whether the address had an account.
    deps.background.run('registration', () =>
      db.transaction(async (tx) => {
        if (!(await takeMailTo(tx, asker, 'register', now))) return
        const person = { email, firstName, lastName, locale }
        const userId = await insertPerson(tx, person, { verified: false, now })
        if (userId === null) return mailAlreadyRegistered(tx, { email, locale }, deps)
        const companyId = (await findBrand(tx, { host: pageHost }))?.id ?? null
        if (companyId !== null) await setHomeCompany(tx, userId, companyId)
        const audit = { actor: null, address, at: now }
        await recordAudit(tx, audit, { action: 'user_registered', userId })
        const registration = { firstName, lastName, locale, companyId }
        await mailVerification(tx, { userId, email, locale, registration }, deps)
      }),
    )
  }),

  route(registrationEndpoints.verifyEmail, async ({ db, deps, body, request, reply }) => {
    const now = deps.clock.now()
    const row = await findLinkToken(db, body.token)
    if (!row) await takeTokenGuess(deps, request)
    const problem = tokenProblem(row, 'verify_email', now)
    if (!row || problem) throw new AppError(problem ?? 'token_missing')
    const { first_name, last_name } = await getPerson(db, row.user_id)
    const names = row.registration ? [row.registration.firstName, row.registration.lastName] : []
    await checkNewPassword(body.password, [row.email, first_name, last_name, ...names])
    const passwordHash = await hashPassword(body.password)
    await db.transaction(async (tx) => {
      const link = await useLinkToken(tx, body.token, 'verify_email', now)
      const confirmed = await confirmPerson(tx, link, passwordHash, now)
      if (confirmed === 0) throw new AppError('token_missing')
      await voidLinkTokens(tx, link.userId)
      const audit = { actor: { userId: link.userId }, address: request.ip, at: now }
      await recordAudit(tx, audit, { action: 'email_verified', userId: link.userId })
    })
    giveDevice(
      deps,
      { request, reply },
      { id: row.user_id, password_hash: passwordHash },
      { signedIn: false },
    )
  }),

  route(registrationEndpoints.confirmEmail, async ({ db, deps, body, request }) => {
    if (!(await findLinkToken(db, body.token))) await takeTokenGuess(deps, request)
    await confirmNewEmail(deps, request, body.token)
  }),

  route(registrationEndpoints.resendVerification, async ({ db, deps, body, request }) => {
    const now = deps.clock.now()
    const asker = await findAsker(deps, request, body.email)
    await takeMailRequest(deps, asker, 'resend')
    deps.background.run('resend verification', async () => {
      const { email } = body
      const user = await findUserByEmail(db, email)
      if (!user || user.email_verified_at !== null || user.disabled_at !== null) return
      await db.transaction(async (tx) => {
        if (!(await takeMailTo(tx, asker, 'resend', now))) return
        const registration = await findNewestRegistration(tx, user.id)
        await mailVerification(tx, { userId: user.id, email, locale: user.locale, registration }, deps)
      })
    })
  }),

  route(registrationEndpoints.checkToken, async ({ db, deps, body, request }) => {
    const row = await findLinkToken(db, body.token)
    if (!row) {
      await takeTokenGuess(deps, request)
      return { state: 'missing' as const, action: null, registration: null }
    }
    const problem = tokenProblem(row, row.action, deps.clock.now())
    const state = { token_used: 'confirmed', token_expired: 'expired', token_missing: 'missing' } as const
    if (problem) return { state: state[problem], action: row.action, registration: null }
    if (row.action !== 'verify_email') return { state: 'ok' as const, action: row.action, registration: null }
    const person = await getPerson(db, row.user_id)
    const companyId = row.registration?.companyId ?? null
    return {
      state: 'ok' as const,
      action: row.action,
      registration: {
        email: row.email,
        first_name: row.registration?.firstName ?? person.first_name,
        last_name: row.registration?.lastName ?? person.last_name,
        company: companyId === null ? null : await findCompanyName(db, companyId),
      },
    }
  }),
]
