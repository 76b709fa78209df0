import type { Actor } from '@ohmstead/domain/access/permission'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { verifyPassword } from './password-hash.ts'
import { getPerson, type Person } from './passwords/person-queries.ts'
import { findUserSession } from './session.ts'
import { readSessionToken } from './session-cookie.ts'
import { takePersonAttempt } from './sign-in-attempts.ts'

const freshMs = 15 * 60_000

/**
 * Required before changing the ways to sign in, so that an open session is not enough: the password, or for
 * a user without one a sign-in within the last 15 minutes.
 */
export async function proveIdentity(
  deps: Deps,
  { actor, password, request }: { actor: Actor; password: string | null; request: FastifyRequest },
): Promise<Person> {
  const person = await getPerson(deps.db, actor.userId)
  if (person.password_hash === null) {
    const token = readSessionToken(deps, request)
    const session = token && (await findUserSession(deps.db, token, deps.clock.now()))
    if (!session || deps.clock.now() - session.createdAt > freshMs) throw new AppError('sign_in_again')
    return person
  }
  const forgive = await takePersonAttempt(deps, 'password', actor.userId)
  const { isRight } = await verifyPassword(password ?? '', person.password_hash)
  if (!isRight) throw new AppError('current_password_wrong', { fields: { password: 'is_not' } })
  await forgive()
  return person
}
