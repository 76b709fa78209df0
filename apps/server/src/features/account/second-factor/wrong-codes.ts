import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

// Whoever tries codes already has the password, so nothing is forgotten with time (NIST SP 800-63B: at most 100
// in a row).

/** So many in a row are a person who mistypes. */
const freeInRow = 10
const firstWaitSeconds = 30
const longestWaitSeconds = 3600
/** From then on no code is looked at in such a browser: a recovery code, a passkey or a new password helps. */
const mostInRow = 100
/** The owner is told of the fifth, and then once a day. */
const notifyFrom = 5
const notifyEveryMs = 86_400_000

/** Whose browser it is: one that is known to be the owner's counts apart, so that no stranger's tries stop it. */
interface Tries {
  userId: number
  fromKnown: boolean
}

/**
 * Counts one attempt at a code as wrong until `forgetWrongCodes` says otherwise. Throws `too_many_attempts` with
 * the seconds to wait, or `second_factor_locked`.
 */
export async function takeCodeAttempt(
  db: Queryable,
  { userId, fromKnown }: Tries,
  now: number,
): Promise<void> {
  const instant = new Date(now)
  const wait = sql`least(${longestWaitSeconds}::float8,
    ${firstWaitSeconds}::float8 * power(2, least(30, greatest(0, w.in_row + 1 - ${freeInRow}::int))))`
  const taken = await db.row(sql`
    insert into wrong_code as w (user_id, from_known, in_row) values (${userId}, ${fromKnown}, 1)
    on conflict (user_id, from_known) do update set in_row = w.in_row + 1,
      blocked_until = case when w.in_row + 1 >= ${freeInRow}::int
        then ${instant}::timestamptz + make_interval(secs => ${wait}) end
    where w.in_row < ${mostInRow}::int and (w.blocked_until is null or w.blocked_until <= ${instant})
    returning 1 as taken`)
  if (taken) return
  const row = await db.row<{ in_row: number; blocked_until: number | null }>(sql`
    select in_row, blocked_until from wrong_code where user_id = ${userId} and from_known = ${fromKnown}`)
  if (row && row.in_row >= mostInRow) throw new AppError('second_factor_locked')
  const seconds = Math.ceil(((row?.blocked_until ?? now) - now) / 1000)
  throw new AppError('too_many_attempts', { retryAfterSeconds: Math.max(1, seconds) })
}

/** The number of consecutive wrong codes if the owner is to be notified now; marks them as reported. */
export async function takeNotice(
  tx: Queryable,
  { userId, fromKnown }: Tries,
  now: number,
): Promise<number | null> {
  const row = await tx.row<{ in_row: number }>(sql`
    update wrong_code set told_at = ${new Date(now)}
    where user_id = ${userId} and from_known = ${fromKnown} and in_row >= ${notifyFrom}
      and (told_at is null or told_at <= ${new Date(now - notifyEveryMs)})
    returning in_row`)
  return row?.in_row ?? null
}

/** A right code resets the count of its browsers. */
export function forgetWrongCodes(db: Queryable, { userId, fromKnown }: Tries): Promise<number> {
  return db.run(sql`delete from wrong_code where user_id = ${userId} and from_known = ${fromKnown}`)
}

/**
 * Whoever knew the old password is locked out, so codes are accepted again; but as slowly as before, and not from zero:
 * a mailbox in the wrong hands must not become a way to guess them.
 */
export function unlockCodes(tx: Queryable, userId: number): Promise<number> {
  return tx.run(sql`
    update wrong_code set in_row = least(in_row, ${mostInRow - freeInRow}::int) where user_id = ${userId}`)
}
