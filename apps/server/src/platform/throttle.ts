import { AppError } from './app-error.ts'
import type { Queryable } from './db/db.ts'
import { sql } from './db/sql.ts'

export interface ThrottleLimit {
  /** Attempts in the window that pass without a wait. */
  attempts: number
  windowSeconds: number
  /** The first wait; it doubles with every further failure. */
  firstWaitSeconds: number
  longestWaitSeconds: number
}

/**
 * Takes one attempt at something that can be guessed, counting it as failed until `forgiveAttempt` says otherwise, so
 * that simultaneous attempts cannot slip past the limit together. Shared by all processes.
 * Throws `too_many_attempts` with the seconds to wait.
 */
export async function takeAttempt(
  db: Queryable,
  key: string,
  limit: ThrottleLimit,
  now: number,
): Promise<void> {
  const { attempts, windowSeconds, firstWaitSeconds, longestWaitSeconds } = limit
  const instant = new Date(now)
  const windowStart = new Date(now - windowSeconds * 1000)
  const wait = sql`least(${longestWaitSeconds}::float8, ${firstWaitSeconds}::float8 * power(2, least(30, greatest(0, t.failures + 1 - ${attempts}::int))))`
  const taken = await db.row(sql`
    insert into throttle as t (key, failures, first_failure_at) values (${key}, 1, ${instant})
    on conflict (key) do update set
      failures = case when t.first_failure_at < ${windowStart} then 1 else t.failures + 1 end,
      first_failure_at = case when t.first_failure_at < ${windowStart} then ${instant} else t.first_failure_at end,
      blocked_until = case when t.first_failure_at >= ${windowStart} and t.failures + 1 >= ${attempts}::int
        then ${instant}::timestamptz + make_interval(secs => ${wait}) end
    where t.blocked_until is null or t.blocked_until <= ${instant}
    returning 1 as taken`)
  if (taken) return
  const blocked = await db.row<{ until: number | null }>(
    sql`select blocked_until as until from throttle where key = ${key}`,
  )
  throw new AppError('too_many_attempts', {
    retryAfterSeconds: Math.max(1, Math.ceil(((blocked?.until ?? now) - now) / 1000)),
  })
}

/** The attempt was legitimate: `all` also forgets earlier ones. */
export async function forgiveAttempt(db: Queryable, key: string, all: boolean): Promise<void> {
  if (all) await db.run(sql`delete from throttle where key = ${key}`)
  else
    await db.run(
      sql`update throttle set failures = failures - 1, blocked_until = null where key = ${key} and failures > 0`,
    )
}

/** Deletes attempts older than any limit. */
export async function deleteOldAttempts(db: Queryable, now: number): Promise<void> {
  await db.run(
    sql`delete from throttle where first_failure_at < ${new Date(now - 86_400_000)} and (blocked_until is null or blocked_until < ${new Date(now)})`,
  )
}
