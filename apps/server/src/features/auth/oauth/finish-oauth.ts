import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { OidcProvider } from '../../../read-oidc-providers.ts'
import { askSecondFactor } from '../../account/second-factor/ask-second-factor.ts'
import { mailSignInChanged } from '../mail-sign-in-changed.ts'
import { openSession } from '../open-session.ts'
import { recordSignInFailure } from '../record-sign-in.ts'
import { findActor } from '../session.ts'
import { readSessionToken } from '../session-cookie.ts'
import { beginSignInStep, type SignInStep, takeSignInStep } from '../sign-in-step.ts'
import { findUserByEmail, isEmailVerified } from '../user-queries.ts'
import { insertIdentity, useIdentity } from './identity-queries.ts'
import { type OauthPerson, readOauthPerson } from './read-oauth-person.ts'

interface Browser {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Decides what happens to a person returning from the provider, and the internal page to open next. A known person signs
 * in. A signed-in user who requested it is connected. Otherwise a verified address leads to a new
 * account, or to the existing one; the two are connected only after its owner has signed in.
 */
export async function finishOauth(deps: Deps, browser: Browser, provider: OidcProvider): Promise<string> {
  const step = await takeSignInStep(deps, browser, 'oauth')
  const { staySignedIn, returnTo } = step.detail
  if (step.detail.provider !== provider.id) throw new AppError('step_expired')
  const search = new URL(browser.request.url, deps.settings.publicUrl).search
  const person = await readOauthPerson(deps, provider, search, step.detail)
  const now = deps.clock.now()

  if (step.userId !== null) return connect(deps, browser, provider, person, step)

  const userId = await useIdentity(deps.db, { ...person, now })
  if (userId !== null) {
    const signIn = { userId, way: 'provider', provider: provider.id } as const
    if (!(await isEmailVerified(deps.db, userId))) {
      await recordSignInFailure(deps, browser.request, signIn)
      return '/auth/awaiting-email-verification'
    }
    try {
      await askSecondFactor(deps, browser, { userId, staySignedIn, returnTo, provider: provider.id })
    } catch (error) {
      if (error instanceof AppError && error.code === 'second_factor_required')
        return '/auth/login?oauth=second-factor'
      throw error
    }
    await openSession(deps, browser, { ...signIn, staySignedIn })
    return returnTo ?? '/'
  }

  // Without a verified address anybody could claim somebody else's.
  if (person.email === null) return '/auth/login?oauth=failed'
  const account = await findUserByEmail(deps.db, person.email)
  // An unconfirmed account belongs to nobody yet: it is taken over as at registration.
  const kind = account && account.email_verified_at !== null ? 'confirm' : 'new'
  await beginSignInStep(deps, browser, 'oauth-person', {
    userId: null,
    detail: { provider: provider.id, ...person, email: person.email, kind, returnTo, staySignedIn },
  })
  return kind === 'new' ? '/auth/register?oauth=new' : '/auth/login?oauth=confirm'
}

/** Connects the provider to the user who requested it, if they are still signed in. */
async function connect(
  deps: Deps,
  { request }: Pick<Browser, 'request'>,
  provider: OidcProvider,
  { issuer, subject, email }: OauthPerson,
  step: SignInStep<'oauth'>,
): Promise<string> {
  const now = deps.clock.now()
  const token = readSessionToken(deps, request)
  const actor = token ? await findActor(deps.db, token, now) : null
  if (!actor || actor.userId !== step.userId) throw new AppError('step_expired')
  const isConnected = await deps.db.transaction(async (tx) => {
    const identity = { userId: actor.userId, provider: provider.id, issuer, subject, email, now }
    const isNew = await insertIdentity(tx, identity)
    if (isNew) await mailSignInChanged(tx, actor.userId, 'provider_linked', deps, request.ip)
    return isNew
  })
  return `/user/settings?oauth=${isConnected ? 'linked' : 'taken'}`
}
