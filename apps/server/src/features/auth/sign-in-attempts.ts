import type { Actor } from '@ohmstead/domain/access/permission'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { networkOf } from '../../platform/network-of.ts'
import { forgiveAttempt, takeAttempt } from '../../platform/throttle.ts'
import {
  attemptsPerAddress,
  attemptsPerNetwork,
  attemptsPerPerson,
  mailsPerAddress,
  mailsPerDevice,
  mailsPerNetwork,
  mailsPerPerson,
  stepsPerNetwork,
} from './sign-in-limits.ts'

type Counting = Pick<Deps, 'db' | 'clock'>

/** The limits' notion of a caller: the browser if it is known, else the network. */
export interface Asker {
  email: string
  /** The caller's address. */
  address: string
  /** The result of `findDevice`. */
  device: string | null
}

/**
 * Counts one more guess at somebody's password; the answer undoes it if it was right. A known browser
 * counts separately, so that no stranger's guess ever delays it. All others count by network, and together.
 */
export async function takeSignInAttempt(
  { db, clock }: Counting,
  { email, address, device }: Asker,
): Promise<() => Promise<void>> {
  const now = clock.now()
  if (device !== null) {
    const key = `login-device:${device}`
    await takeAttempt(db, key, attemptsPerPerson, now)
    return () => forgiveAttempt(db, key, true)
  }
  const network = networkOf(address)
  const [networkKey, pairKey, emailKey] = [
    `login-address:${network}`,
    `login-from:${email} ${network}`,
    `login-email:${email}`,
  ]
  await takeAttempt(db, networkKey, attemptsPerNetwork, now)
  await takeAttempt(db, pairKey, attemptsPerPerson, now)
  await takeAttempt(db, emailKey, attemptsPerAddress, now)
  return async () => {
    await forgiveAttempt(db, pairKey, true)
    await forgiveAttempt(db, emailKey, false)
    await forgiveAttempt(db, networkKey, false)
  }
}

/** Guesses at an address whose owner has just proven it by mail no longer count on their side. */
export async function forgiveSignIns(
  db: Queryable,
  { email, address }: Omit<Asker, 'device'>,
): Promise<void> {
  await forgiveAttempt(db, `login-from:${email} ${networkOf(address)}`, true)
  await forgiveAttempt(db, `login-email:${email}`, true)
}

/** Counters of addresses to be erased: the address follows the counter's name and a colon. */
export async function forgetAttemptsAt(db: Queryable, emails: readonly string[]): Promise<void> {
  await db.run(
    sql`delete from throttle where split_part(split_part(key, ':', 2), ' ', 1) = any(${emails}::text[])`,
  )
}

/** Mails that anybody can have sent to an address. Each kind is counted separately, so that one never blocks another. */
export type SignInMail = 'reset' | 'register' | 'resend'

/**
 * Counts one more mail request by an anonymous caller; throws with the wait if their network, or a browser
 * known to be the owner's, has asked too often. That reveals nothing about the address.
 */
export async function takeMailRequest(
  { db, clock }: Counting,
  { address, device }: Asker,
  mail: SignInMail,
): Promise<void> {
  if (device === null) await takeAttempt(db, `mails-from:${networkOf(address)}`, mailsPerNetwork, clock.now())
  else await takeAttempt(db, `mails-device-${mail}:${device}`, mailsPerDevice, clock.now())
}

/**
 * Counts one more mail to this address, in the transaction that queues it: nothing sent, nothing counted. False if that
 * is too many, which nobody learns. No stranger's request counts against a browser known to be the owner's.
 */
export async function takeMailTo(
  tx: Queryable,
  { email, device }: Asker,
  mail: SignInMail,
  now: number,
): Promise<boolean> {
  if (device !== null) return true
  try {
    await takeAttempt(tx, `mails-to-${mail}:${email}`, mailsPerAddress, now)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_attempts') return false
    throw error
  }
}

/** Counts one more mail that a signed-in user sends to an address; throws if that is too many, of theirs or to it. */
export async function takePersonMailAttempt(
  deps: Counting,
  actor: Pick<Actor, 'userId'>,
  email: string,
): Promise<void> {
  const now = deps.clock.now()
  await takeAttempt(deps.db, `mails-by:${actor.userId}`, mailsPerPerson, now)
  await takeAttempt(deps.db, `mails-by-people-to:${email}`, mailsPerAddress, now)
}

/**
 * An invalid link is a guess of its network. A valid one is nobody's guess: it is looked up first, and
 * never waits for the guesses of others.
 */
export async function takeTokenGuess(deps: Counting, request: FastifyRequest): Promise<void> {
  await takeAttempt(deps.db, `token:${networkOf(request.ip)}`, attemptsPerNetwork, deps.clock.now())
}

/** Counts one more guess at the number of an invitation, which only signed-in users make; the answer undoes it. */
export async function takeNumberAttempt(
  deps: Counting,
  actor: Pick<Actor, 'userId'>,
): Promise<() => Promise<void>> {
  const key = `invitation-number:${actor.userId}`
  await takeAttempt(deps.db, key, attemptsPerNetwork, deps.clock.now())
  return () => forgiveAttempt(deps.db, key, false)
}

/** Counts one more guess at a secret of this user; the answer forgets them all if it was right. */
export async function takePersonAttempt(
  deps: Counting,
  what: 'password' | 'second-factor',
  userId: number,
): Promise<() => Promise<void>> {
  const key = `${what}:${userId}`
  await takeAttempt(deps.db, key, attemptsPerPerson, deps.clock.now())
  return () => forgiveAttempt(deps.db, key, true)
}

/** Counts one more guess at the code that creates the first super admin. */
export async function takeSetupAttempt(deps: Deps, request: FastifyRequest): Promise<() => Promise<void>> {
  const key = `setup-code:${networkOf(request.ip)}`
  await takeAttempt(deps.db, key, attemptsPerPerson, deps.clock.now())
  return () => forgiveAttempt(deps.db, key, true)
}

/** Counts one more step started, or ended, by an unknown caller. */
export async function takeStepAttempt(deps: Deps, request: FastifyRequest): Promise<void> {
  await takeAttempt(deps.db, `steps:${networkOf(request.ip)}`, stepsPerNetwork, deps.clock.now())
}
