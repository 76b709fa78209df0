import type { Deps } from '../../../deps.ts'
import { checkToken } from '../client/ask-portal.ts'
import { isUseless, PortalError } from '../client/portal-error.ts'
import { type SealedCredential, setCredentialState } from './credential-queries.ts'
import { openToken } from './open-token.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'secrets' | 'portal' | 'log'>

/** Asks the portal whether it knows a token, and writes the answer down. */
export async function checkCredential(
  deps: Needed,
  credential: SealedCredential,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock, portal } = deps
  try {
    await checkToken({ client: portal, token: openToken(deps, credential), ...(signal && { signal }) })
    await setCredentialState(db, credential.id, 'accepted', clock.now())
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const state = isUseless(error) ? 'rejected' : 'unreachable'
    await setCredentialState(db, credential.id, state, clock.now())
    deps.log.info({ credential: credential.id, status: error.status, told: error.told }, `token ${state}`)
  }
}
