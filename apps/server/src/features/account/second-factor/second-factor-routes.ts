import { secondFactorEndpoints } from '@ohmstead/contract/account-second-factor'
import type { ErrorCode } from '@ohmstead/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/app-error.ts'
import { UnreadableSecretError } from '../../../platform/keys/secret-box.ts'
import { type Route, route } from '../../../route.ts'
import { findDevice } from '../../auth/device-cookie.ts'
import { mailSignInChanged } from '../../auth/mail-sign-in-changed.ts'
import { openSession } from '../../auth/open-session.ts'
import { getPerson } from '../../auth/passwords/person-queries.ts'
import { proveIdentity } from '../../auth/prove-identity.ts'
import { recordSignInFailure, type SignIn } from '../../auth/record-sign-in.ts'
import { endUserSessions } from '../../auth/session.ts'
import { readSessionToken } from '../../auth/session-cookie.ts'
import { takePersonAttempt, takeTokenGuess } from '../../auth/sign-in-attempts.ts'
import { beginSignInStep, getSignInStep, takeSignInStep } from '../../auth/sign-in-step.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { getSiteInfo } from '../../site/site-info.ts'
import { listPasskeys } from '../passkeys/passkey-queries.ts'
import { createTotpSecret, findTotpStep, formatTotpUri, isOneTimeCode } from './one-time-code.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import {
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  insertTotp,
  replaceRecoveryCodes,
  takeRecoveryCode,
  useTotpStep,
} from './second-factor-queries.ts'
import { forgetWrongCodes, takeCodeAttempt, takeNotice } from './wrong-codes.ts'

export const secondFactorRoutes: Route[] = [
  route(secondFactorEndpoints.step, async ({ db, deps, request }) => {
    const { userId, expiresAt } = await getSignInStep(deps, { request }, 'second-factor')
    const methods: ('totp' | 'recovery' | 'passkey')[] = []
    if (await findTotp(db, userId!)) {
      methods.push('totp')
      if ((await countRecoveryCodes(db, userId!)) > 0) methods.push('recovery')
    }
    if ((await listPasskeys(db, userId!)).length > 0) methods.push('passkey')
    return { methods, expires_at: expiresAt }
  }),

  route(secondFactorEndpoints.answer, async ({ deps, body, request, reply }) => {
    const { userId, detail } = await getSignInStep(deps, { request }, 'second-factor')
    const { provider, staySignedIn } = detail
    const way = provider ? 'provider_code' : 'password_code'
    const signIn = { userId: userId!, way, provider } as const
    await useCode(deps, request, signIn, body.code)
    await takeSignInStep(deps, { request, reply }, 'second-factor')
    return { user: await openSession(deps, { request, reply }, { ...signIn, staySignedIn }) }
  }),

  route(secondFactorEndpoints.status, async ({ db, actor }) => {
    const totp = await findTotp(db, actor.userId)
    const { password_hash } = await getPerson(db, actor.userId)
    return {
      totp: totp !== undefined,
      enabled_at: totp?.enabled_at ?? null,
      recovery_codes_left: await countRecoveryCodes(db, actor.userId),
      has_password: password_hash !== null,
    }
  }),

  route(secondFactorEndpoints.begin, async ({ db, deps, actor, body, request, reply }) => {
    const { email } = await proveIdentity(deps, { actor, password: body.password, request })
    if (await findTotp(db, actor.userId)) throw new AppError('second_factor_active')
    const secret = createTotpSecret()
    const sealed = deps.secrets.seal(Buffer.from(secret), 'totp', actor.userId).toString('base64')
    await beginSignInStep(deps, { reply }, 'totp', { userId: actor.userId, detail: { secret: sealed } })
    const { platformName } = await getSiteInfo(db)
    return { secret, uri: formatTotpUri(secret, { issuer: platformName, label: email }) }
  }),

  route(secondFactorEndpoints.enable, async ({ db, deps, actor, body, request, reply }) => {
    const step = await getSignInStep(deps, { request }, 'totp')
    if (step.userId !== actor.userId) throw new AppError('step_expired')
    const forgive = await takePersonAttempt(deps, 'second-factor', actor.userId)
    const sealed = Buffer.from(step.detail.secret, 'base64')
    const secret = openTotpSecret(deps, actor.userId, sealed, 'step_expired')
    const now = deps.clock.now()
    const timeStep = findTotpStep(secret, body.code, now)
    if (timeStep === null) throw new AppError('invalid_code', { fields: { code: 'is_not' } })
    await takeSignInStep(deps, { request, reply }, 'totp')
    await forgive()
    const codes = createRecoveryCodes()
    await db.transaction(async (tx) => {
      const isNew = await insertTotp(tx, actor.userId, {
        secret: sealed,
        enabled_at: now,
        last_step: timeStep,
      })
      if (!isNew) throw new AppError('second_factor_active')
      await replaceRecoveryCodes(tx, actor.userId, codes.map(hashRecoveryCode))
      await endUserSessions(tx, actor.userId, readSessionToken(deps, request))
      await mailSignInChanged(tx, actor.userId, 'totp_on', deps, request.ip)
    })
    return { recovery_codes: codes }
  }),

  route(secondFactorEndpoints.disable, async ({ db, deps, actor, body, request }) => {
    await proveIdentity(deps, { actor, password: body.password, request })
    await db.transaction(async (tx) => {
      const wasOn = await deleteTotp(tx, actor.userId)
      if (!wasOn) return
      await endUserSessions(tx, actor.userId, readSessionToken(deps, request))
      await mailSignInChanged(tx, actor.userId, 'totp_off', deps, request.ip)
    })
  }),

  route(secondFactorEndpoints.renewRecoveryCodes, async ({ db, deps, actor, body, request }) => {
    await proveIdentity(deps, { actor, password: body.password, request })
    if (!(await findTotp(db, actor.userId))) throw new AppError('second_factor_inactive')
    const codes = createRecoveryCodes()
    await db.transaction(async (tx) => {
      await replaceRecoveryCodes(tx, actor.userId, codes.map(hashRecoveryCode))
      await mailSignInChanged(tx, actor.userId, 'codes_renewed', deps, request.ip)
    })
    return { recovery_codes: codes }
  }),
]

/** Consumes a code of the app or a recovery code; throws `invalid_code`. */
async function useCode(
  deps: Deps,
  request: FastifyRequest,
  signIn: SignIn & { userId: number },
  code: string,
): Promise<void> {
  const { userId } = signIn
  const totp = await findTotp(deps.db, userId)
  // Turned off since the password was given: start again.
  if (!totp) throw new AppError('step_expired')
  const isRight = isOneTimeCode(code)
    ? await useOneTimeCode(deps, request, userId, { code, sealed: totp.secret })
    : await useRecoveryCode(deps, request, userId, code)
  if (isRight) return
  await recordSignInFailure(deps, request, signIn)
  throw new AppError('invalid_code', { fields: { code: 'is_not' } })
}

/** Six digits can be guessed, so consecutive wrong codes are counted, and their owner is notified. */
async function useOneTimeCode(
  deps: Deps,
  request: FastifyRequest,
  userId: number,
  { code, sealed }: { code: string; sealed: Uint8Array },
): Promise<boolean> {
  const { db, clock } = deps
  const now = clock.now()
  const secret = openTotpSecret(deps, userId, sealed, 'second_factor_unreadable')
  const person = await getPerson(db, userId)
  const tries = { userId, fromKnown: findDevice(deps, request, person, { signedIn: true }) !== null }
  await takeCodeAttempt(db, tries, now)
  const step = findTotpStep(secret, code, now)
  if (step !== null && (await useTotpStep(db, userId, step))) {
    await forgetWrongCodes(db, tries)
    return true
  }
  await db.transaction(async (tx) => {
    if (!(await takeNotice(tx, tries, now))) return
    const { email, first_name: name, locale } = person
    const values = { name, time: now, url: `${deps.settings.publicUrl}/auth/forgotten-password` }
    await queueMail(tx, { kind: 'wrong_codes', to: email, locale, values }, deps)
  })
  return false
}

/** 118 random bits cannot be guessed; and a recovery code does not depend on the app's key. */
async function useRecoveryCode(
  deps: Deps,
  request: FastifyRequest,
  userId: number,
  code: string,
): Promise<boolean> {
  const isTaken = await deps.db.transaction(async (tx) => {
    const isFound = await takeRecoveryCode(tx, userId, hashRecoveryCode(code))
    if (isFound) await mailSignInChanged(tx, userId, 'code_used', deps, request.ip)
    return isFound
  })
  if (!isTaken) await takeTokenGuess(deps, request)
  return isTaken
}

function openTotpSecret(
  { secrets, log }: Deps,
  userId: number,
  sealed: Uint8Array,
  otherwise: ErrorCode,
): string {
  try {
    return secrets.open(sealed, 'totp', userId).toString()
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error
    log.error({ userId, reason: error.message }, 'an authenticator secret cannot be opened')
    throw new AppError(otherwise)
  }
}
