import { createHash } from 'node:crypto'
import { UnreadableSecretError } from '../../../platform/keys/secret-box.ts'
import type { PlatformDeps } from '../../../platform/platform-deps.ts'
import { PortalError } from '../client/portal-error.ts'
import type { SealedCredential } from './credential-queries.ts'

/** What is stored of a token: itself sealed, its fingerprint to detect duplicates, and its beginning for display. */
export function sealToken(deps: Pick<PlatformDeps, 'secrets'>, userId: number, token: string) {
  return {
    token: deps.secrets.seal(Buffer.from(token), 'portalToken', userId),
    hash: createHash('sha256').update(`external-credential:${userId}\n${token}`).digest(),
    // For a short one not even this: it would be half of it.
    hint: token.length >= 12 ? token.slice(0, 5) : '',
  }
}

/** The token itself; it is only sent to the portal. Throws PortalError if it cannot be opened any more. */
export function openToken(deps: Pick<PlatformDeps, 'secrets'>, { userId, token }: SealedCredential): string {
  try {
    return deps.secrets.open(token, 'portalToken', userId).toString()
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error
    throw new PortalError('portal_token_unreadable', { explanation: error.message })
  }
}
