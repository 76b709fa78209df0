import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

const dayMs = 86_400_000
/** Dropped readings cannot be restored: a request to keep less takes effect after a day, and one to keep more lasts a day. */
const waitMs = dayMs
const forgetMs = 30 * dayMs

/** A value of RAW_RETENTION_DAYS requested by a process: since when, and when last. */
export interface RequestedRetention {
  days: number
  announced_at: number
  renewed_at: number
}

export interface Retention {
  /** The current retention: the most that any process has requested within a day. */
  days: number
  /** Whether that has been requested for a day, so that older readings may be dropped. */
  isSettled: boolean
}

export function chooseRetention(requests: readonly RequestedRetention[], now: number): Retention {
  const standing = requests.filter((request) => now - request.renewed_at < waitMs)
  const days = Math.max(...standing.map((request) => request.days))
  const isSettled = requests.some((request) => request.days <= days && now - request.announced_at >= waitMs)
  return { days, isSettled }
}

/** Announces this process's retention, and returns the common one. */
export async function announceRetention(db: Queryable, days: number, now: number): Promise<Retention> {
  const instant = new Date(now)
  await db.run(sql`delete from sample_retention where renewed_at < ${new Date(now - forgetMs)}`)
  // Repeated after a pause, it is a new request.
  await db.run(sql`
    insert into sample_retention as r (days, announced_at, renewed_at) values (${days}, ${instant}, ${instant})
    on conflict (days) do update set renewed_at = ${instant},
      announced_at = case when r.renewed_at < ${new Date(now - waitMs)} then ${instant}::timestamptz else r.announced_at end`)
  const requests = await db.rows<RequestedRetention>(
    sql`select days, announced_at, renewed_at from sample_retention`,
  )
  return chooseRetention(requests, now)
}
