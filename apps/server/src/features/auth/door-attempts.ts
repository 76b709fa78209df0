import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../platform/network-of.ts'
import { forgiveAttempt, takeAttempt } from '../../platform/throttle.ts'
import { mailsPerAddress, mailsPerNetwork, perNetwork, perPerson, stepsPerNetwork } from './door-limits.ts'

/** One mail more to an address, wanted from one network; throws where that is too many. */
export async function takeMailAttempt(deps: Deps, request: FastifyRequest, email: string): Promise<void> {
  const now = deps.clock.now()
  await takeAttempt(deps.db, `mails-from:${networkOf(request.ip)}`, mailsPerNetwork, now)
  await takeAttempt(deps.db, `mails-to:${email}`, mailsPerAddress, now)
}

/** One guess more at a token; the answer takes it back where the token was a right one. */
export async function takeTokenAttempt(deps: Deps, request: FastifyRequest): Promise<() => Promise<void>> {
  const key = `token:${networkOf(request.ip)}`
  await takeAttempt(deps.db, key, perNetwork, deps.clock.now())
  return () => forgiveAttempt(deps.db, key, false)
}

/** One guess more at a secret of this user; the answer forgets them all, for when it was right. */
export async function takePersonAttempt(
  deps: Pick<Deps, 'db' | 'clock'>,
  what: 'password' | 'second-factor',
  userId: number,
): Promise<() => Promise<void>> {
  const key = `${what}:${userId}`
  await takeAttempt(deps.db, key, perPerson, deps.clock.now())
  return () => forgiveAttempt(deps.db, key, true)
}

/** One step more that somebody begins whom nobody knows yet. */
export async function takeStepAttempt(deps: Deps, request: FastifyRequest): Promise<void> {
  await takeAttempt(deps.db, `steps:${networkOf(request.ip)}`, stepsPerNetwork, deps.clock.now())
}
