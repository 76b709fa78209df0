import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

const dayMs = 86_400_000
/** What is dropped cannot be brought back: a wish to keep less counts after a day, and a wish to keep more for a day. */
const waitMs = dayMs
const forgetMs = 30 * dayMs

/** A value of RAW_RETENTION_DAYS that some process had: since when, and when last. */
export interface RequestedRetention {
  days: number
  announced_at: number
  renewed_at: number
}

export interface Retention {
  /** What is kept for now: the most that any process has wanted within a day. */
  days: number
  /** Whether that has been wanted for a day, so that older readings may go. */
  isSettled: boolean
}

export function chooseRetention(wishes: readonly RequestedRetention[], now: number): Retention {
  const standing = wishes.filter((wish) => now - wish.renewed_at < waitMs)
  const days = Math.max(...standing.map((wish) => wish.days))
  const isSettled = wishes.some((wish) => wish.days <= days && now - wish.announced_at >= waitMs)
  return { days, isSettled }
}

/** Tells the other processes what this one wants, and what all of them want together. */
export async function announceRetention(db: Queryable, days: number, now: number): Promise<Retention> {
  const instant = new Date(now)
  await db.run(sql`delete from sample_retention where renewed_at < ${new Date(now - forgetMs)}`)
  // Wanted again after a pause, it is a new wish.
  await db.run(sql`
    insert into sample_retention as r (days, announced_at, renewed_at) values (${days}, ${instant}, ${instant})
    on conflict (days) do update set renewed_at = ${instant},
      announced_at = case when r.renewed_at < ${new Date(now - waitMs)} then ${instant}::timestamptz else r.announced_at end`)
  const wishes = await db.rows<RequestedRetention>(
    sql`select days, announced_at, renewed_at from sample_retention`,
  )
  return chooseRetention(wishes, now)
}
