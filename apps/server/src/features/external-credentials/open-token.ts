import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { SealedCredential } from './credential-queries.ts'

const purposeOf = (userId: number) => `external-credential:${userId}`

/** What is kept of a token: itself sealed, its fingerprint to know a second copy, and its beginning to show. */
export function sealToken(deps: Pick<Deps, 'secrets'>, userId: number, token: string) {
  return {
    token: deps.secrets.seal(Buffer.from(token), purposeOf(userId)),
    hash: createHash('sha256')
      .update(`${purposeOf(userId)}\n${token}`)
      .digest(),
    // Of a short one not even this: it would be half of it.
    hint: token.length >= 12 ? token.slice(0, 5) : '',
  }
}

/** The token itself; it goes to the portal and nowhere else. */
export function openToken(deps: Pick<Deps, 'secrets'>, { userId, token }: SealedCredential): string {
  return deps.secrets.open(token, purposeOf(userId)).toString()
}
