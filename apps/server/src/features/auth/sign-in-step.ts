import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { createToken, hashToken } from '../../platform/random-token.ts'
import type { OidcProvider } from '../../read-oidc-providers.ts'
import { clearSignInCookie, readSignInCookie, setSignInCookie } from './session-cookie.ts'

/** The steps a browser may be in, and what is stored for each meanwhile. */
export interface SignInSteps {
  'second-factor': {
    staySignedIn: boolean
    returnTo?: string | null
    /** Set if the first step was not a password. */
    provider?: OidcProvider['id']
  }
  totp: { secret: string }
  passkey: { challenge: string }
  'passkey-enrol': { challenge: string }
  oauth: {
    provider: OidcProvider['id']
    state: string
    nonce: string
    verifier: string
    returnTo: string | null
    staySignedIn: boolean
  }
  'oauth-person': {
    provider: OidcProvider['id']
    issuer: string
    subject: string
    email: string
    firstName: string
    lastName: string
    kind: 'new' | 'confirm'
    returnTo: string | null
    staySignedIn: boolean
  }
}

export interface SignInStep<Kind extends keyof SignInSteps> {
  userId: number | null
  detail: SignInSteps[Kind]
  expiresAt: number
}

const stepSeconds = 600

interface Browser {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Starts a step that this browser, and no other, finishes within ten minutes. Discards an earlier one of the same
 * kind.
 */
export async function beginSignInStep<Kind extends keyof SignInSteps>(
  deps: Deps,
  { reply }: Pick<Browser, 'reply'>,
  kind: Kind,
  { userId, detail }: { userId: number | null; detail: SignInSteps[Kind] },
): Promise<void> {
  const now = deps.clock.now()
  const token = createToken()
  await deleteExpiredSignInSteps(deps.db, now)
  await deps.db.run(sql`
    insert into door_step (token_hash, kind, user_id, detail, expires_at)
    values (${hashToken(token)}, ${kind}, ${userId}, ${JSON.stringify(detail)}::jsonb, ${new Date(now + stepSeconds * 1000)})`)
  setSignInCookie(deps, reply, kind, token, stepSeconds)
}

/** The step this browser has started; throws `step_expired` if there is none or it was too slow. */
export async function getSignInStep<Kind extends keyof SignInSteps>(
  deps: Deps,
  { request }: Pick<Browser, 'request'>,
  kind: Kind,
): Promise<SignInStep<Kind>> {
  const token = readSignInCookie(deps, request, kind)
  const row = token
    ? await deps.db.row<{ user_id: number | null; detail: SignInSteps[Kind]; expires_at: number }>(sql`
        select user_id, detail, expires_at from door_step
        where token_hash = ${hashToken(token)} and kind = ${kind} and expires_at > ${new Date(deps.clock.now())}`)
    : undefined
  if (!row) throw new AppError('step_expired')
  return { userId: row.user_id, detail: row.detail, expiresAt: row.expires_at }
}

/** The same, and ends it: of two concurrent uses only one succeeds. */
export async function takeSignInStep<Kind extends keyof SignInSteps>(
  deps: Deps,
  browser: Browser,
  kind: Kind,
): Promise<SignInStep<Kind>> {
  const step = await getSignInStep(deps, browser, kind)
  const token = readSignInCookie(deps, browser.request, kind)!
  const taken = await deps.db.run(sql`delete from door_step where token_hash = ${hashToken(token)}`)
  if (taken === 0) throw new AppError('step_expired')
  clearSignInCookie(deps, browser.reply, kind)
  return step
}

function deleteExpiredSignInSteps(db: Queryable, now: number): Promise<number> {
  return db.run(sql`delete from door_step where expires_at < ${new Date(now)}`)
}
