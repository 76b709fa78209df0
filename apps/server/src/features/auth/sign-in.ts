import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { findDevice } from './device-cookie.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { recordSignInFailure } from './record-sign-in.ts'
import { takeSignInAttempt } from './sign-in-attempts.ts'
import { findUserByEmail, updatePasswordHash } from './user-queries.ts'

/**
 * The user with this e-mail and password. An unknown e-mail, a wrong password, a disabled user and an unconfirmed
 * address are answered alike, in the same time and with the same waits.
 */
export async function checkPassword(
  deps: Deps,
  request: FastifyRequest,
  attempt: { email: string; password: string },
): Promise<number> {
  const { db } = deps
  const user = await findUserByEmail(db, attempt.email)
  const asker = { email: attempt.email, address: request.ip, device: findDevice(deps, request, user) }
  const forgive = await takeSignInAttempt(deps, asker)

  const { isRight, isOutdated } = await verifyPassword(attempt.password, user?.password_hash)
  if (!user || !isRight || user.disabled_at !== null || user.email_verified_at === null) {
    await recordSignInFailure(deps, request, { userId: user?.id ?? null, way: 'password' })
    throw new AppError('invalid_credentials')
  }

  await forgive()
  if (isOutdated) await updatePasswordHash(db, user.id, await hashPassword(attempt.password))
  return user.id
}
