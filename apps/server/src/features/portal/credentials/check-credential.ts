import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import { checkToken } from '../client/ask-portal.ts'
import { isUseless, PortalError } from '../client/portal-error.ts'
import { type SealedCredential, setCredentialState } from './credential-queries.ts'
import { openToken } from './open-token.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'secrets' | 'portal' | 'log'>

/** A person waits this long for the portal's answer; then they learn that it is pending. */
const patienceMs = 4000

/** Asks the portal whether it knows a token, and stores the result. Returns whether it does. */
export async function checkCredential(
  deps: Needed,
  credential: SealedCredential,
  options: { tries?: number; signal?: AbortSignal } = {},
): Promise<boolean> {
  const { db, clock, portal } = deps
  try {
    await checkToken({ client: portal, token: openToken(deps, credential), ...options })
    await setCredentialState(db, credential, { state: 'accepted', now: clock.now() })
    return true
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    await noteRefusal(deps, credential, error)
    return false
  }
}

/** Stores what the portal reports about a token, in its own words; none for silence or a lost key of ours. */
export async function noteRefusal(
  { db, clock, log }: Pick<Needed, 'db' | 'clock' | 'log'>,
  credential: SealedCredential,
  error: PortalError,
): Promise<void> {
  const state = judgeToken(error)
  const reason = error.status === null ? null : error.explanation
  await setCredentialState(db, credential, { state, reason, now: clock.now() })
  log.info(
    { credential: credential.id, status: error.status, explanation: error.explanation },
    `token ${state}`,
  )
}

/** An unknown token may come back as 500 instead of 401. */
function judgeToken(error: PortalError): 'rejected' | 'doubtful' | 'unreachable' {
  if (isUseless(error)) return 'rejected'
  return error.status === 500 ? 'doubtful' : 'unreachable'
}

/**
 * Checks a token that somebody has just typed. Resolves when the portal has answered, or after a few seconds while it is
 * still pending; `onAccepted` follows in either case.
 */
export async function checkTypedToken(
  deps: Needed & Pick<Deps, 'background'>,
  credential: SealedCredential,
  onAccepted: () => Promise<void> = async () => {},
): Promise<void> {
  const asked = new AbortController()
  deps.background.run('check token', async () => {
    try {
      if (await checkCredential(deps, credential, { tries: 2 })) await onAccepted()
    } finally {
      asked.abort()
    }
  })
  await sleep(patienceMs, undefined, { signal: asked.signal, ref: false }).catch(() => {})
}
