import { type PasskeyView, passkeyEndpoints } from '@ohmstead/contract/account-passkeys'
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import { AppError } from '../../../platform/app-error.ts'
import { type Route, route } from '../../../route.ts'
import { mailSignInChanged } from '../../auth/mail-sign-in-changed.ts'
import { openSession } from '../../auth/open-session.ts'
import { proveIdentity } from '../../auth/prove-identity.ts'
import { recordSignInFailure } from '../../auth/record-sign-in.ts'
import { endUserSessions } from '../../auth/session.ts'
import { readSessionToken } from '../../auth/session-cookie.ts'
import { takeStepAttempt } from '../../auth/sign-in-attempts.ts'
import { beginSignInStep, takeSignInStep } from '../../auth/sign-in-step.ts'
import { isEmailVerified } from '../../auth/user-queries.ts'
import { getSiteInfo } from '../../site/site-info.ts'
import { checkNewPasskey, checkPasskey, relyingParty } from './check-passkey.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  usePasskey,
} from './passkey-queries.ts'

export const passkeyRoutes: Route[] = [
  route(passkeyEndpoints.signInOptions, async ({ deps, request, reply }) => {
    await takeStepAttempt(deps, request)
    const { rpID } = relyingParty(deps.settings)
    // Reveals nothing about any user: the browser knows which passkeys it has for this host.
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
    const detail = { challenge: options.challenge }
    await beginSignInStep(deps, { reply }, 'passkey', { userId: null, detail })
    return { options: { ...options } }
  }),

  route(passkeyEndpoints.signIn, async ({ db, deps, body, request, reply }) => {
    await takeStepAttempt(deps, request)
    const { detail } = await takeSignInStep(deps, { request, reply }, 'passkey')
    const passkey = await findPasskey(db, body.credential.id)
    if (!passkey) throw new AppError('passkey_refused')
    const signIn = { userId: passkey.user_id, way: 'passkey' } as const
    const refuse = async (code: 'passkey_refused' | 'email_not_verified') => {
      await recordSignInFailure(deps, request, signIn)
      throw new AppError(code)
    }
    const use = await checkPasskey(deps.settings, body.credential, { challenge: detail.challenge, passkey })
    const isFirst = use !== null && (await usePasskey(db, passkey.id, { ...use, now: deps.clock.now() }))
    if (!isFirst) return refuse('passkey_refused')
    if (!(await isEmailVerified(db, passkey.user_id))) return refuse('email_not_verified')
    const { staySignedIn } = body
    return { user: await openSession(deps, { request, reply }, { ...signIn, staySignedIn }) }
  }),

  route(passkeyEndpoints.list, async ({ db, actor }) => {
    return { passkeys: (await listPasskeys(db, actor.userId)).map(toView) }
  }),

  route(passkeyEndpoints.begin, async ({ db, deps, actor, body, request, reply }) => {
    const person = await proveIdentity(deps, { actor, password: body.password, request })
    const { platformName } = await getSiteInfo(db)
    const options = await generateRegistrationOptions({
      rpName: platformName,
      rpID: relyingParty(deps.settings).rpID,
      userName: person.email,
      userDisplayName: `${person.first_name} ${person.last_name}`.trim(),
      userID: new TextEncoder().encode(String(actor.userId)),
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: (await listPasskeys(db, actor.userId)).map(({ credential_id: id, transports }) => ({
        id,
        transports,
      })),
    })
    const detail = { challenge: options.challenge }
    await beginSignInStep(deps, { reply }, 'passkey-enrol', { userId: actor.userId, detail })
    return { options: { ...options } }
  }),

  route(passkeyEndpoints.add, async ({ db, deps, actor, body, request, reply }) => {
    const { userId, detail } = await takeSignInStep(deps, { request, reply }, 'passkey-enrol')
    if (userId !== actor.userId) throw new AppError('step_expired')
    const made = await checkNewPasskey(deps.settings, body.credential, detail.challenge)
    return db.transaction(async (tx) => {
      const passkey = await insertPasskey(tx, {
        user_id: actor.userId,
        credential_id: made.credential.id,
        public_key: made.credential.publicKey,
        counter: made.credential.counter,
        transports: made.credential.transports ?? [],
        synced: made.credentialBackedUp,
        name: body.name,
        created_at: deps.clock.now(),
      })
      if (!passkey) throw new AppError('passkey_refused')
      // It is the required second factor: sessions started elsewhere with only a password must not benefit.
      if (actor.secondFactorDue !== undefined)
        await endUserSessions(tx, actor.userId, readSessionToken(deps, request))
      await mailSignInChanged(tx, actor.userId, 'passkey_added', deps, request.ip)
      return { passkey: toView(passkey) }
    })
  }),

  route(passkeyEndpoints.remove, async ({ db, deps, actor, params, body, request }) => {
    await proveIdentity(deps, { actor, password: body.password, request })
    await db.transaction(async (tx) => {
      const isDeleted = await deletePasskey(tx, actor.userId, params.passkeyId)
      if (!isDeleted) throw new AppError('not_found')
      await endUserSessions(tx, actor.userId, readSessionToken(deps, request))
      await mailSignInChanged(tx, actor.userId, 'passkey_removed', deps, request.ip)
    })
  }),
]

function toView({ id, name, created_at, last_used_at, synced }: PasskeyRow): PasskeyView {
  return { id, name, created_at, last_used_at, synced }
}
