import type { SignInWay } from '@ohmstead/domain/audit/sign-in-ways'
import type { FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import type { OidcProvider } from '../../read-oidc-providers.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { countSignIn } from './count-sign-ins.ts'

/** Who signs in, or tries to, and how. */
export interface SignIn {
  /** Null if the input identifies nobody. */
  userId: number | null
  way: SignInWay
  provider?: OidcProvider['id'] | undefined
}

/** A failed attempt identifies nobody, so the entry has no actor. */
export function recordSignInFailure(
  { db, clock, metrics }: Pick<PlatformDeps, 'db' | 'clock' | 'metrics'>,
  request: Pick<FastifyRequest, 'ip'>,
  { userId, way, provider }: SignIn,
): Promise<void> {
  countSignIn(metrics, way, 'failed')
  const audit = { actor: null, address: request.ip, at: clock.now() }
  return recordAudit(db, audit, { action: 'sign_in_failed', userId, after: { way, provider } })
}
