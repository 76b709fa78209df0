import { oauthEndpoints } from '@ohmstead/contract/auth-oauth'
import { parseReturnPath } from '@ohmstead/domain/access/parse-return-path'
import { AppError } from '../../../platform/app-error.ts'
import { findPageHost } from '../../../platform/http/cross-origin.ts'
import { answeringRoute, type Route, route } from '../../../route.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { findBrand } from '../../site/brand-queries.ts'
import { mailSignInChanged } from '../mail-sign-in-changed.ts'
import { openSession } from '../open-session.ts'
import { getPerson } from '../passwords/person-queries.ts'
import { proveIdentity } from '../prove-identity.ts'
import { checkTerms } from '../registration/check-terms.ts'
import { insertPerson } from '../registration/registration-queries.ts'
import { endUserSessions } from '../session.ts'
import { readSessionToken } from '../session-cookie.ts'
import { takeStepAttempt } from '../sign-in-attempts.ts'
import { getSignInStep, takeSignInStep } from '../sign-in-step.ts'
import { beginOauth } from './begin-oauth.ts'
import { finishOauth } from './finish-oauth.ts'
import { countWaysIn, deleteIdentity, insertIdentity, listIdentities } from './identity-queries.ts'
import { findProvider } from './provider-client.ts'

export const oauthRoutes: Route[] = [
  route(oauthEndpoints.providers, async ({ db, deps, request }) => {
    // A provider redirects people to the address of the platform, where steps begun at a company's are unknown.
    const host = findPageHost(deps.settings, request)
    if (host !== new URL(deps.settings.publicUrl).hostname && (await findBrand(db, { host })))
      return { providers: [], passkeys: false }
    return { providers: deps.settings.oidc.map(({ id, name }) => ({ id, name })), passkeys: true }
  }),

  route(oauthEndpoints.start, async ({ deps, params, body, request, reply }) => {
    const provider = findProvider(deps.settings, params.provider)
    if (!provider) throw new AppError('not_found')
    await takeStepAttempt(deps, request)
    const { staySignedIn } = body
    const returnTo = parseReturnPath(body.returnTo)
    return {
      url: String(await beginOauth(deps, { reply }, provider, { userId: null, returnTo, staySignedIn })),
    }
  }),

  answeringRoute(oauthEndpoints.callback, async ({ deps, params, request, reply }) => {
    const provider = findProvider(deps.settings, params.provider)
    if (!provider) throw new AppError('not_found')
    const next = await finishOauth(deps, { request, reply }, provider).catch((error) => {
      deps.log.info({ provider: provider.id, reason: String(error) }, 'sign-in by a provider failed')
      return '/auth/login?oauth=failed'
    })
    reply.header('cache-control', 'no-store').redirect(next, 302)
  }),

  route(oauthEndpoints.pending, async ({ deps, request }) => {
    const { detail } = await getSignInStep(deps, { request }, 'oauth-person')
    const { kind, provider, email, firstName: first_name, lastName: last_name } = detail
    return { kind, provider, email, first_name, last_name }
  }),

  route(oauthEndpoints.register, async ({ db, deps, body, request, reply }) => {
    await checkTerms(db, body, findPageHost(deps.settings, request))
    const { detail } = await takeSignInStep(deps, { request, reply }, 'oauth-person')
    if (detail.kind !== 'new') throw new AppError('conflict')
    const now = deps.clock.now()
    const { provider, issuer, subject, email } = detail
    const userId = await db.transaction(async (tx) => {
      const person = {
        email,
        firstName: body.first_name,
        lastName: body.last_name,
        locale: body.locale,
      }
      const id = await insertPerson(tx, person, { verified: true, now })
      if (id === null) throw new AppError('conflict')
      const isNew = await insertIdentity(tx, { userId: id, provider, issuer, subject, email, now })
      if (!isNew) throw new AppError('conflict')
      const audit = { actor: null, address: request.ip, at: now }
      await recordAudit(tx, audit, { action: 'user_registered', userId: id, after: { provider } })
      return id
    })
    const { staySignedIn, returnTo } = detail
    const signIn = { userId, way: 'provider', provider, staySignedIn } as const
    return { user: await openSession(deps, { request, reply }, signIn), returnTo }
  }),

  route(oauthEndpoints.confirm, async ({ db, deps, actor, request, reply }) => {
    const { detail } = await takeSignInStep(deps, { request, reply }, 'oauth-person')
    const person = await getPerson(db, actor.userId)
    // Signed in as the owner of the verified address: both ends are proven.
    if (detail.kind !== 'confirm' || person.email !== detail.email) throw new AppError('conflict')
    const { provider, issuer, subject, email, returnTo } = detail
    await db.transaction(async (tx) => {
      const now = deps.clock.now()
      const isNew = await insertIdentity(tx, { userId: actor.userId, provider, issuer, subject, email, now })
      if (!isNew) throw new AppError('conflict')
      await mailSignInChanged(tx, actor.userId, 'provider_linked', deps, request.ip)
    })
    return { returnTo }
  }),

  route(oauthEndpoints.link, async ({ deps, actor, params, body, request, reply }) => {
    const provider = findProvider(deps.settings, params.provider)
    if (!provider) throw new AppError('not_found')
    await proveIdentity(deps, { actor, password: body.password, request })
    const start = { userId: actor.userId, returnTo: null, staySignedIn: false }
    return { url: String(await beginOauth(deps, { reply }, provider, start)) }
  }),

  route(oauthEndpoints.identities, async ({ db, actor }) => {
    const rows = await listIdentities(db, actor.userId)
    return {
      identities: rows.map(({ id, provider, email, created_at, last_used_at }) => ({
        id,
        provider,
        email,
        created_at,
        last_used_at,
      })),
    }
  }),

  route(oauthEndpoints.unlink, async ({ db, deps, actor, params, body, request }) => {
    await proveIdentity(deps, { actor, password: body.password, request })
    await db.transaction(async (tx) => {
      const isDeleted = await deleteIdentity(tx, actor.userId, params.identityId)
      if (!isDeleted) throw new AppError('not_found')
      if ((await countWaysIn(tx, actor.userId)) === 0) throw new AppError('last_way_in')
      await endUserSessions(tx, actor.userId, readSessionToken(deps, request))
      await mailSignInChanged(tx, actor.userId, 'provider_unlinked', deps, request.ip)
    })
  }),
]
