import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { networkOf } from '../../platform/network-of.ts'
import { forgiveAttempt, takeAttempt } from '../../platform/throttle.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { perNetwork, perPerson } from './door-limits.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { findUserByEmail, updatePasswordHash } from './user-queries.ts'

/**
 * Whose e-mail and password these are. An unknown e-mail, a wrong password, a disabled user and an address that nobody
 * has confirmed answer alike, in the same time and with the same waits.
 */
export async function checkPassword(
  { db, clock }: Deps,
  attempt: { email: string; password: string; address: string },
): Promise<number> {
  const now = clock.now()
  const networkKey = `login-address:${networkOf(attempt.address)}`
  const emailKey = `login-email:${attempt.email}`
  await takeAttempt(db, networkKey, perNetwork, now)
  await takeAttempt(db, emailKey, perPerson, now)

  const user = await findUserByEmail(db, attempt.email)
  const { isRight, isOutdated } = await verifyPassword(attempt.password, user?.password_hash)
  if (!user || !isRight || user.disabled_at !== null || user.email_verified_at === null) {
    const audit = { actor: null, address: attempt.address, at: now }
    await recordAudit(db, audit, { action: 'sign_in_failed', userId: user?.id ?? null })
    throw new AppError('invalid_credentials')
  }

  await forgiveAttempt(db, emailKey, true)
  await forgiveAttempt(db, networkKey, false)
  if (isOutdated) await updatePasswordHash(db, user.id, await hashPassword(attempt.password))
  return user.id
}
